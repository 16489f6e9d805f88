//! `evenodds mcp`: a server of the Model Context Protocol over standard input and output, for assistants.
//!
//! The tools are commands, with the help texts of the command line. Each call is answered by a process of its own, which
//! opens no file and is ended at the time limit.

use super::call::Call;
use super::failure::Failure;
use super::schema::single_line;
use super::session::{EmbeddedCall, Stop, call as answered};
use crate::ask::numbers::{self, Budget};
use crate::document::unknown;
use crate::scenario::MOST_LINK_BYTES;
use clap::{Arg, ArgAction, Args, Command};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
    ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler, ServiceExt, transport};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io;
use std::process::{Output, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::sync::Mutex;

/// Arguments of `mcp`.
#[derive(Debug, Args)]
#[command(after_help = "\
Register the command in the settings of an assistant, usually as:
  { \"mcpServers\": { \"evenodds\": { \"command\": \"evenodds\", \"args\": [\"mcp\"] } } }

The assistant passes a scenario as text, or the @NAME of a built-in one. Calls read and write no files, and run one after \
another; each has the time of --budget and, on Linux, 2 GB of memory.")]
pub struct McpArguments {
    /// Time limit of a call: 30s, 2m, off
    #[arg(long, value_name = "TIME", default_value = "45s", value_parser = numbers::budget, allow_negative_numbers = true)]
    pub budget: Budget,
    /// Answer one call, which is JSON on standard input
    #[arg(long, hide = true)]
    pub answer: bool,
}

/// Commands that are tools, with the options that an assistant may use.
const TOOLS: [(&str, &[&str]); 7] = [
    ("check", &["set"]),
    ("run", &["set", "trials", "precision", "seed"]),
    ("exact", &["set"]),
    ("dice", &["at-least"]),
    (
        "tune",
        &[
            "vary",
            "where",
            "for-all",
            "target",
            "tolerance",
            "set",
            "seed",
        ],
    ),
    (
        "advise",
        &[
            "target",
            "tolerance",
            "only",
            "keep",
            "where",
            "budget",
            "set",
            "seed",
        ],
    ),
    ("hint", &["table", "quick", "set", "seed"]),
];

/// How to work with the tools.
const INSTRUCTIONS: &str = "\
Computes how tabletop dice contests go: chances of outcomes, lengths and losses, with artificial players of stated \
skill. A contest is a TOML file. `schema` without arguments lists the kinds of contest and the built-in scenarios; with \
a kind it has the keys and a commented file, with @NAME a built-in scenario. Write the file, `check` it, and repair it: \
messages have the line, the accepted values, and often the repaired text. Then `run` plays it, `exact` solves it if a \
solver exists, `tune` finds values that meet a target, `advise` finds single changes, `hint` ranks the actions in a \
position. `dice` computes expressions such as 4d6kh3 without a file. In printed commands, @scenario is the passed text. \
A figure holds for the named players and readings of the rules: report them with it, and its interval.";

/// Name of a passed text among the arguments and in messages.
const TEXT: &str = "@scenario";
/// Memory limit of a call, in bytes.
#[cfg(target_os = "linux")]
const MEMORY: u64 = 2 << 30;

/// Call of a tool: command lines, without the name of the program, and the scenario's text.
#[derive(Default, Serialize, Deserialize)]
struct ToolCall {
    commands: Vec<Vec<String>>,
    text: Option<String>,
}

/// Serves an assistant until it closes standard input, or answers one call.
pub fn serve(arguments: &McpArguments, program: &Command, call: &Call) -> Result<(), Failure> {
    if call.is_hosted() {
        return Err(Failure::Input(
            "mcp runs only as a program of its own".to_owned(),
        ));
    }
    if arguments.answer {
        return answer(call);
    }
    let server = Server {
        tools: tools(program),
        budget: arguments.budget,
        busy: Mutex::default(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let served = runtime.and_then(|runtime| {
        let served = runtime.block_on(async {
            let service = server
                .serve(transport::stdio())
                .await
                .map_err(io::Error::other)?;
            service.waiting().await.map_err(io::Error::other)
        });
        // A pending read of standard input does not keep the program from ending.
        runtime.shutdown_background();
        served
    });
    served.map(drop).map_err(|error| {
        Failure::Storage(format!("the connection to the assistant failed: {error}"))
    })
}

/// Answers one call: prints whether it succeeded and its text.
fn answer(call: &Call) -> Result<(), Failure> {
    #[cfg(target_os = "linux")]
    rlimit::setrlimit(rlimit::Resource::DATA, MEMORY, MEMORY)
        .map_err(|error| Failure::Storage(format!("cannot limit the memory: {error}")))?;
    let asked: ToolCall = serde_json::from_reader(io::stdin().lock())
        .map_err(|error| Failure::Input(format!("the call is not valid: {error}")))?;
    let (mut code, mut texts) = (0, Vec::new());
    for arguments in asked.commands {
        let text = asked.text.clone().map(|text| (TEXT.to_owned(), text));
        let embedded = EmbeddedCall {
            arguments,
            texts: text.into_iter().collect(),
            is_closed: true,
            screen: Arc::new(|_| ()),
        };
        let called = answered(&embedded, &Stop::default());
        code = called.code;
        texts.extend([called.shown, called.printed, called.messages_text]);
        if code > 1 {
            break;
        }
    }
    texts.retain(|text| !text.is_empty());
    // An unmet target and a failed expectation are answers.
    let is_answer = matches!(code, 0 | 1 | 4);
    call.print(&json!([is_answer, texts.join("\n")]).to_string())
}

struct Server {
    tools: Vec<Tool>,
    budget: Budget,
    /// Locked by the call that runs.
    busy: Mutex<()>,
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("evenodds", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let given = request.arguments.unwrap_or_default();
        let done = match self.commands(&request.name, given) {
            Ok(asked) => {
                let answered = context.ct.run_until_cancelled(self.answered(&asked)).await;
                answered.unwrap_or_else(|| Err("the call was cancelled".to_owned()))
            }
            Err(message) => Err(message),
        };
        Ok(match done {
            Ok(text) => CallToolResult::success(vec![ContentBlock::text(text)]),
            Err(message) => CallToolResult::error(vec![ContentBlock::text(message)]),
        }
        .into())
    }
}

impl Server {
    /// Returns the command lines of a call.
    fn commands(&self, name: &str, mut given: JsonObject) -> Result<ToolCall, String> {
        let Some(tool) = self.tools.iter().find(|tool| tool.name == name) else {
            let names: Vec<&str> = self.tools.iter().map(|tool| &*tool.name).collect();
            return Err(unknown("tool", name, &names));
        };
        let properties = &tool.input_schema["properties"];
        let known: Vec<&str> = properties
            .as_object()
            .into_iter()
            .flat_map(JsonObject::keys)
            .map(String::as_str)
            .collect();
        if let Some(other) = given.keys().find(|other| !known.contains(&other.as_str())) {
            return Err(unknown("argument", other, &known));
        }
        given.retain(|_, value| !value.is_null());
        if name == "schema" {
            return schema(&given);
        }
        let mut asked = ToolCall::default();
        let mut words = vec![name.to_owned()];
        let mut files = Vec::new();
        for (key, value) in &given {
            match (key.as_str(), value) {
                ("scenario", Value::String(text)) => files.push(asked.source(text)?),
                ("scenario", other) => {
                    return Err(format!(
                        "scenario is {other}; expected the text of a scenario"
                    ));
                }
                ("expressions", _) => files = listed(key, value)?,
                (_, Value::Bool(is_set)) if properties[key]["type"] == "boolean" => {
                    words.extend(is_set.then(|| format!("--{key}")));
                }
                _ => words.extend(
                    listed(key, value)?
                        .iter()
                        .map(|one| format!("--{key}={one}")),
                ),
            }
        }
        if files.is_empty() {
            let what = tool.input_schema["required"][0]
                .as_str()
                .unwrap_or_default();
            return Err(format!("{what} is missing; {name} requires it"));
        }
        if name == "check" {
            words.push("--no-tests=pass".to_owned());
        }
        words.push("--".to_owned());
        words.extend(files);
        asked.commands.push(words);
        Ok(asked)
    }

    /// Answers a call, after earlier ones, in a process of its own.
    async fn answered(&self, asked: &ToolCall) -> Result<String, String> {
        let _alone = self.busy.lock().await;
        let limit = self.budget.0.unwrap_or(Duration::MAX);
        let output = match tokio::time::timeout(limit, output(asked)).await {
            Ok(output) => {
                output.map_err(|error| format!("the program cannot be started: {error}"))?
            }
            Err(_) => {
                return Err(format!(
                    "no answer within {} s, the limit of a call; ask for fewer trials or values, or make the contest smaller",
                    limit.as_secs_f64()
                ));
            }
        };
        match serde_json::from_slice(&output.stdout) {
            Ok((true, text)) => Ok(text),
            Ok((false, message)) => Err(message),
            Err(_) => {
                let reason = String::from_utf8_lossy(&output.stderr);
                Err(format!(
                    "the call failed, perhaps because it needs more memory than a call may use; make the contest smaller\n{reason}"
                ))
            }
        }
    }
}

impl ToolCall {
    /// Returns the argument for a scenario: a text, or `@NAME`.
    fn source(&mut self, text: &str) -> Result<String, String> {
        let name = text.trim();
        if name.starts_with('@') && !name.contains(char::is_whitespace) {
            return Ok(name.to_owned());
        }
        if text.len() > MOST_LINK_BYTES {
            return Err(format!("scenario has more than {MOST_LINK_BYTES} bytes"));
        }
        if !text.contains('=') {
            return Err(
                "scenario is not the text of a scenario; expected TOML, or the @NAME of a built-in scenario (no \
                 files are read)"
                    .to_owned(),
            );
        }
        self.text = Some(text.to_owned());
        Ok(TEXT.to_owned())
    }
}

/// Returns the calls that describe all kinds, a kind, or a built-in scenario.
fn schema(given: &JsonObject) -> Result<ToolCall, String> {
    let of = |key: &str| given.get(key).map(|value| text(key, value)).transpose();
    let (kind, search) = (of("kind")?, of("search")?);
    let lines: Vec<Vec<&str>> = match (kind.as_deref(), of("form")?.as_deref()) {
        (Some(kind), _) if kind.starts_with('@') => vec![vec!["new", "--", kind]],
        (Some(kind), Some("json_schema")) => vec![vec!["schema", "--", kind]],
        (Some(kind), Some("keys")) => vec![vec!["list", "--all", "--", kind]],
        (Some(kind), None | Some("example")) => {
            vec![vec!["list", "--", kind], vec!["new", "--", kind]]
        }
        (Some(_), Some(form)) => return Err(unknown("form", form, &FORMS)),
        (None, _) => vec![vec!["list"]],
    };
    let mut asked = ToolCall::default();
    for line in lines {
        asked
            .commands
            .push(line.into_iter().map(str::to_owned).collect());
    }
    if let (None, Some(words)) = (kind, search) {
        asked.commands[0].push(format!("--search={words}"));
    }
    Ok(asked)
}

/// Forms of a description of a kind.
const FORMS: [&str; 3] = ["example", "keys", "json_schema"];

/// Runs the command line of this process up to `mcp`, with --answer. In Python, it begins with the interpreter.
async fn output(asked: &ToolCall) -> io::Result<Output> {
    let mut words = std::env::args_os();
    let program = words.next().ok_or(io::ErrorKind::NotFound)?;
    let mut child = tokio::process::Command::new(program)
        .args(words.take_while(|word| word != "mcp"))
        .args(["mcp", "--answer"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that failed before it read the call says why.
        let _ = stdin.write_all(&serde_json::to_vec(asked)?).await;
    }
    child.wait_with_output().await
}

/// Returns a value as a word of a command line.
fn text(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(format!("{key} is {value}; expected a text or a number")),
    }
}

/// Returns the values of a list; one value is a list of one.
fn listed(key: &str, value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::Array(values) => values.iter().map(|one| text(key, one)).collect(),
        one => Ok(vec![text(key, one)?]),
    }
}

/// Returns the tools, as described by the command line.
fn tools(program: &Command) -> Vec<Tool> {
    let names: Vec<String> = super::arguments::ContestType::all()
        .map(|one| one.name().to_owned())
        .collect();
    let schema = json!({
        "type": "object",
        "properties": {
            "kind": { "type": "string", "description": format!("Kind of contest ({}), or @NAME of a built-in scenario", names.join(", ")) },
            "form": { "type": "string", "enum": FORMS, "description": "example: the most used keys and a commented file; keys: all keys; json_schema: JSON Schema of a file [default: example]" },
            "search": { "type": "string", "description": "List only the kinds and built-in scenarios that have these words, such as the name of a game" },
        },
    });
    let about = "Describe how scenarios are written: all kinds and built-in scenarios, one kind, or the file of a built-in scenario";
    let mut tools = vec![tool("schema", about.to_owned(), schema)];
    tools.extend(TOOLS.iter().filter_map(|(name, options)| {
        let command = program.find_subcommand(name)?;
        let mut properties = JsonObject::new();
        let (first, described) = if *name == "dice" {
            let expressions = "Expressions, such as 4d6kh3 or 2d20kh1 + 5 >= 15";
            ("expressions", json!({ "type": "array", "items": { "type": "string" }, "description": expressions }))
        } else {
            let text = "Text of a scenario in TOML, or @NAME of a built-in one";
            ("scenario", json!({ "type": "string", "description": text }))
        };
        properties.insert(first.to_owned(), described);
        for option in command.get_arguments() {
            if let Some(long) = option.get_long().filter(|long| options.contains(long)) {
                properties.insert(long.to_owned(), property(option));
            }
        }
        let about = match *name {
            "check" => "Find the errors of a scenario, and test its expectations".to_owned(),
            _ => command.get_about().map(ToString::to_string).unwrap_or_default(),
        };
        let schema = json!({ "type": "object", "properties": properties, "required": [first] });
        Some(tool(name, about, schema))
    }));
    tools
}

/// Returns a tool that changes nothing.
fn tool(name: &'static str, about: String, schema: Value) -> Tool {
    let schema = schema.as_object().cloned().unwrap_or_default();
    Tool::new(name, about, schema)
        .with_annotations(ToolAnnotations::new().read_only(true).open_world(false))
}

/// Returns the JSON Schema of an option.
fn property(option: &Arg) -> Value {
    let help = option
        .get_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let value = json!({ "type": ["string", "number"] });
    let mut schema = match option.get_action() {
        ArgAction::SetTrue => json!({ "type": "boolean" }),
        ArgAction::Append => json!({ "type": "array", "items": value }),
        _ => value,
    };
    schema["description"] = single_line(&help).into();
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_option_is_described_and_opens_no_file() {
        let tools = tools(&crate::cli::program());
        assert_eq!(tools.len(), TOOLS.len() + 1);
        for (tool, (name, options)) in tools[1..].iter().zip(TOOLS) {
            let properties = tool.input_schema["properties"].as_object().unwrap();
            assert_eq!(properties.len(), options.len() + 1, "{name}");
            for (option, schema) in properties {
                assert!(
                    schema["description"]
                        .as_str()
                        .is_some_and(|text| !text.is_empty()),
                    "{name} {option}"
                );
            }
            for writes in ["out", "chart", "junit", "samples", "checkpoint", "shard"] {
                assert!(!options.contains(&writes), "{name} {writes}");
            }
        }
    }
}

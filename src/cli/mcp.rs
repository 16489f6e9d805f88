//! `evenodds mcp`: a server of the Model Context Protocol over standard input and output, for assistants.
//!
//! The tools are commands, with the help texts of the command line. A process of its own runs each call; it opens no file,
//! and ends at the time limit or with the server.

use super::arguments::ContestType;
use super::call::Call;
use super::dice::NOTATION;
use super::failure::Failure;
use super::schema::single_line;
use super::session::{EmbeddedCall, Stop, call as run_embedded};
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
use std::ffi::OsString;
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
    /// Time limit of a call, including the wait for earlier calls: 30s, 2m, off
    #[arg(long, value_name = "TIME", default_value = "45s", value_parser = numbers::budget, allow_negative_numbers = true)]
    pub budget: Budget,
    /// Answer one call, which is a line of JSON on standard input
    #[arg(long, hide = true)]
    pub answer: bool,
}

/// Commands that are tools, with the options that an assistant may use.
const TOOLS: [(&str, &str); 7] = [
    ("check", "set"),
    ("run", "set trials precision seed"),
    ("exact", "set"),
    ("dice", "at-least"),
    ("tune", "vary where for-all target tolerance set seed"),
    ("advise", "target tolerance only keep where set seed"),
    ("hint", "table quick set seed"),
];

/// How to work with the tools.
const INSTRUCTIONS: &str = "\
Computes how tabletop dice contests go: chances of outcomes, lengths and losses, with artificial players of stated \
skill. A contest is a TOML file. `schema` without arguments lists the kinds of contest and the built-in scenarios; with \
a kind it describes the keys and has a commented file, with @NAME a built-in scenario. Write the file, `check` it, and \
repair it: messages have the line, the accepted values, and often the repaired text. Then `run` plays it, `exact` solves \
it if a solver exists, `tune` finds values that meet a target, `advise` finds single changes, `hint` ranks the actions \
in a position. `dice` computes expressions without a file; files use the same notation. In texts, @scenario is the \
passed text, `--set` the argument `set`, and `evenodds list` and `evenodds new` are the tool `schema`. A figure holds \
for the named players and readings of the rules: report them with it, and its interval.";

/// Name of a passed text among the arguments and in messages.
const TEXT: &str = "@scenario";
/// Maximum length of an answer in bytes.
const LONGEST: usize = 60_000;
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
    call.exit_message(|| ());
    let server = Server {
        tools: tools(program),
        budget: arguments.budget,
        running: Mutex::default(),
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
    limit_memory()
        .map_err(|error| Failure::Storage(format!("cannot limit the memory: {error}")))?;
    let mut line = String::new();
    let read = io::stdin()
        .read_line(&mut line)
        .and_then(|_| Ok(serde_json::from_str(&line)?));
    let tool_call: ToolCall =
        read.map_err(|error| Failure::Input(format!("the call is not valid: {error}")))?;
    // The server keeps the other end open for as long as it waits.
    std::thread::spawn(|| {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        std::process::exit(130);
    });
    let (mut code, mut texts) = (0, Vec::new());
    for arguments in tool_call.commands {
        let text = tool_call.text.clone().map(|text| (TEXT.to_owned(), text));
        let embedded = EmbeddedCall {
            arguments,
            texts: text.into_iter().collect(),
            is_closed: true,
            screen: Arc::new(|_| ()),
        };
        let called = run_embedded(&embedded, &Stop::default());
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

/// Limits the memory of this process, unless a lower limit holds.
#[cfg(target_os = "linux")]
fn limit_memory() -> io::Result<()> {
    use rlimit::Resource;
    let (_, most) = Resource::DATA.get()?;
    let limit = MEMORY.min(most);
    Resource::CORE.set(0, 0)?;
    Resource::DATA.set(limit, limit)
}

struct Server {
    tools: Vec<Tool>,
    budget: Budget,
    /// Locked by the call that runs.
    running: Mutex<()>,
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
        let arguments = request.arguments.unwrap_or_default();
        let result = match self.tool_call(&request.name, arguments) {
            Ok(tool_call) => {
                let result = context.ct.run_until_cancelled(self.run(&tool_call)).await;
                result.unwrap_or_else(|| Err("the call was cancelled".to_owned()))
            }
            Err(message) => Err(message),
        };
        let valid = if request.name == "check" {
            "The file is valid.\n\n"
        } else {
            ""
        };
        Ok(match result {
            Ok(text) => {
                CallToolResult::success(vec![ContentBlock::text(cut(format!("{valid}{text}")))])
            }
            Err(message) => CallToolResult::error(vec![ContentBlock::text(cut(message))]),
        }
        .into())
    }
}

impl Server {
    /// Returns the command lines of a call.
    fn tool_call(&self, name: &str, mut arguments: JsonObject) -> Result<ToolCall, String> {
        let Some(tool) = self.tools.iter().find(|tool| tool.name == name) else {
            let names: Vec<&str> = self.tools.iter().map(|tool| &*tool.name).collect();
            return Err(unknown("tool", name, &names));
        };
        let properties = &tool.input_schema["properties"];
        let known = properties
            .as_object()
            .into_iter()
            .flat_map(JsonObject::keys);
        let known: Vec<&str> = known.map(String::as_str).collect();
        if let Some(other) = arguments
            .keys()
            .find(|other| !known.contains(&other.as_str()))
        {
            return Err(unknown("argument", other, &known));
        }
        arguments.retain(|_, value| !value.is_null());
        if name == "schema" {
            return schema(&arguments);
        }
        let mut tool_call = ToolCall::default();
        let mut words = vec![name.to_owned()];
        let mut files = Vec::new();
        for (key, value) in &arguments {
            let kind = properties[key]["type"].as_str().unwrap_or_default();
            let values = texts(key, value, kind)?;
            match key.as_str() {
                "scenario" => files = vec![tool_call.source(&values[0])?],
                "expressions" => files = values,
                _ if kind == "boolean" => {
                    words.extend((values[0] == "true").then(|| format!("--{key}")));
                }
                _ => words.extend(values.iter().map(|one| format!("--{key}={one}"))),
            }
        }
        if files.is_empty() {
            let what = tool.input_schema["required"][0]
                .as_str()
                .unwrap_or_default();
            return Err(format!("{what} is missing; {name} requires it"));
        }
        words.extend(match (name, self.budget.0) {
            ("check", _) => Some("--no-tests=pass".to_owned()),
            // Time to read, to end and to print.
            ("advise", Some(limit)) => Some(format!("--budget={}", 0.6 * limit.as_secs_f64())),
            _ => None,
        });
        words.push("--".to_owned());
        words.extend(files);
        tool_call.commands.push(words);
        Ok(tool_call)
    }

    /// Runs a call after earlier ones.
    async fn run(&self, tool_call: &ToolCall) -> Result<String, String> {
        let limit = self.budget.0.unwrap_or(Duration::MAX);
        let output = tokio::time::timeout(limit, async {
            let _alone = self.running.lock().await;
            output(tool_call).await
        });
        let output = output.await.map_err(|_| {
            let seconds = limit.as_secs_f64();
            format!(
                "no answer within {seconds} s, the limit of a call and of its wait for earlier ones; ask for fewer \
                 trials or values, or make the contest smaller"
            )
        })?;
        let output = output.map_err(|error| format!("the program cannot be started: {error}"))?;
        match serde_json::from_slice(&output.stdout) {
            Ok((true, text)) => Ok(text),
            Ok((false, message)) => Err(message),
            Err(_) => {
                let reason = String::from_utf8_lossy(&output.stderr);
                let advice = match output.status.code() {
                    None => "; if it needs too much memory, make the contest smaller",
                    Some(_) => "",
                };
                Err(format!("the call failed{advice}\n{reason}"))
            }
        }
    }
}

impl ToolCall {
    /// Returns the argument for a scenario: a text, or `@NAME`.
    fn source(&mut self, text: &str) -> Result<String, String> {
        let text = text.trim();
        if text.starts_with('@')
            && !text.contains(|other: char| other.is_whitespace() || other == '*')
        {
            return Ok(text.to_owned());
        }
        if text.len() > MOST_LINK_BYTES {
            return Err(format!("scenario has more than {MOST_LINK_BYTES} bytes"));
        }
        if !text.contains('=') {
            let accepted = "expected TOML, or the @NAME of a built-in scenario; no files are read";
            return Err(format!(
                "scenario is not the text of a scenario; {accepted}"
            ));
        }
        let fenced = text
            .strip_prefix("```")
            .and_then(|rest| rest.strip_suffix("```"));
        let inner = fenced
            .and_then(|inner| inner.split_once('\n'))
            .map(|(_, inner)| inner);
        self.text = Some(inner.unwrap_or(text).to_owned() + "\n");
        Ok(TEXT.to_owned())
    }
}

/// Returns the call that describes all kinds, a kind, or a built-in scenario.
fn schema(arguments: &JsonObject) -> Result<ToolCall, String> {
    let of = |key: &str| {
        arguments
            .get(key)
            .map(|value| texts(key, value, "string"))
            .transpose()
    };
    let (kind, form, search) = (of("kind")?, of("form")?, of("search")?);
    let form = form.as_ref().map_or(FORMS[0], |form| &form[0]);
    let Some(kind) = kind.as_ref().map(|kind| &*kind[0]) else {
        let search = search.map(|words| format!("--search={}", words[0]));
        let words = ["list".to_owned()].into_iter().chain(search).collect();
        return Ok(ToolCall {
            commands: vec![words],
            text: None,
        });
    };
    let template = ContestType::all().find_map(|one| match one {
        ContestType::Template(template, of) if template.name == kind => Some(of.name),
        _ => None,
    });
    let whole = template.unwrap_or(kind);
    let commands: &[&[&str]] = match form {
        _ if kind.starts_with('@') => &[&["new", "--", kind]],
        "example" => &[&["list", "--", kind], &["new", "--", kind]],
        "keys" => &[&["list", "--all", "--", whole]],
        "json_schema" => &[&["schema", "--", whole]],
        other => return Err(unknown("form", other, &FORMS)),
    };
    let words = |line: &&[&str]| line.iter().map(|&word| word.to_owned()).collect();
    Ok(ToolCall {
        commands: commands.iter().map(words).collect(),
        text: None,
    })
}

/// Forms of a description of a kind.
const FORMS: [&str; 3] = ["example", "keys", "json_schema"];

/// Runs the command line of this process up to `mcp`, with --answer. In Python, it begins with the interpreter.
async fn output(tool_call: &ToolCall) -> io::Result<Output> {
    let words: Vec<OsString> = std::env::args_os()
        .take_while(|word| word != "mcp")
        .collect();
    let (program, words) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
    let mut child = tokio::process::Command::new(program)
        .args(words)
        .args(["mcp", "--answer"])
        .env("COLUMNS", "120")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    // The process ends when its standard input is closed: also if the server was killed.
    let mut input = child.stdin.take();
    if let Some(input) = &mut input {
        // A program that failed before it read the call says why.
        let _ = input
            .write_all(format!("{}\n", json!(tool_call)).as_bytes())
            .await;
    }
    child.wait_with_output().await
}

/// Returns the values of an argument of a JSON type as words of a command line; at least one. A list may be one value.
fn texts(key: &str, value: &Value, kind: &str) -> Result<Vec<String>, String> {
    let accepted = match kind {
        "array" => "a list of texts",
        "boolean" => "true or false",
        _ => "a text or a number",
    };
    let text = |one: &Value| match one {
        Value::String(text) if kind != "boolean" || ["true", "false"].contains(&text.as_str()) => {
            Ok(text.clone())
        }
        Value::Bool(is_set) if kind == "boolean" => Ok(is_set.to_string()),
        // Without the `.0` of a whole number.
        Value::Number(number) if kind != "boolean" => Ok(match number.as_f64() {
            Some(value) if number.is_f64() => value.to_string(),
            _ => number.to_string(),
        }),
        _ => Err(format!(
            "{key} is {}; expected {accepted}",
            cut(value.to_string())
        )),
    };
    match value {
        Value::Array(values) if kind == "array" && !values.is_empty() => {
            values.iter().map(text).collect()
        }
        one => Ok(vec![text(one)?]),
    }
}

/// Cuts a long text.
fn cut(mut text: String) -> String {
    if text.len() > LONGEST {
        text.truncate(text.floor_char_boundary(LONGEST));
        text.push_str("\n… the rest is left out");
    }
    text
}

/// Returns the tools, as described by the command line.
fn tools(program: &Command) -> Vec<Tool> {
    let names: Vec<&str> = ContestType::all().map(ContestType::name).collect();
    let kind = format!(
        "Kind of contest ({}), or @NAME of a built-in scenario",
        names.join(", ")
    );
    let form = "example: the most used keys and a commented file; keys: all keys; json_schema: JSON Schema of a file, \
                50 kB or more [default: example]";
    let search = "List only the kinds and built-in scenarios that have all these words, such as the name of a game";
    let schema = json!({
        "type": "object",
        "properties": {
            "kind": { "type": "string", "description": kind },
            "form": { "type": "string", "enum": FORMS, "description": form },
            "search": { "type": "string", "description": search },
        },
    });
    let about = "Describe how scenarios are written: all kinds and built-in scenarios, one kind, or one built-in scenario";
    let mut tools = vec![tool("schema", about.to_owned(), &schema)];
    tools.extend(TOOLS.iter().filter_map(|(name, options)| {
        let command = program.find_subcommand(name)?;
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let text = "Text of a scenario in TOML, or @NAME of a built-in one";
        let scenario = ("scenario", json!({ "type": "string", "description": text }));
        let (about, (first, described)) = match *name {
            "check" => ("Find the errors of a scenario, and test its expectations".to_owned(), scenario),
            "dice" => {
                let list = json!({ "type": "array", "items": { "type": "string" }, "description": "Expressions" });
                (format!("{about}.\n{NOTATION}"), ("expressions", list))
            }
            _ => (about, scenario),
        };
        let mut properties = JsonObject::new();
        properties.insert(first.to_owned(), described);
        for option in command.get_arguments() {
            if let Some(long) = option.get_long().filter(|&long| options.split(' ').any(|one| one == long)) {
                properties.insert(long.to_owned(), property(option));
            }
        }
        let schema = json!({ "type": "object", "properties": properties, "required": [first] });
        Some(tool(name, about, &schema))
    }));
    tools
}

/// Returns a read-only tool.
fn tool(name: &'static str, about: String, schema: &Value) -> Tool {
    let schema = schema.as_object().cloned().unwrap_or_default();
    Tool::new(name, about, schema)
        .with_annotations(ToolAnnotations::new().read_only(true).open_world(false))
}

/// Returns the JSON Schema of an option. Numbers are texts too, since some clients accept only one type.
fn property(option: &Arg) -> Value {
    let help = option
        .get_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let help = single_line(&help).replace(" (repeatable)", "");
    match option.get_action() {
        ArgAction::SetTrue => json!({ "type": "boolean", "description": help }),
        ArgAction::Append => {
            json!({ "type": "array", "items": { "type": "string" }, "description": help })
        }
        _ => json!({ "type": "string", "description": help }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_option_is_described_and_writes_no_file() {
        let tools = tools(&crate::cli::program());
        assert_eq!(tools.len(), TOOLS.len() + 1);
        for (tool, (name, options)) in tools[1..].iter().zip(TOOLS) {
            let properties = tool.input_schema["properties"].as_object().unwrap();
            assert_eq!(properties.len(), options.split(' ').count() + 1, "{name}");
            let is_described = |schema: &Value| {
                schema["description"]
                    .as_str()
                    .is_some_and(|text| !text.is_empty())
            };
            assert!(properties.values().all(is_described), "{name}");
            for writes in ["out", "chart", "junit", "samples", "checkpoint", "shard"] {
                assert!(!properties.contains_key(writes), "{name} {writes}");
            }
        }
    }
}

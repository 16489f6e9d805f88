//! How many elements a list of tables has, as an assignment: `helper.count=3`, `helper.Ann.count=2`.
//!
//! Of a list as a whole the last element is copied, or the last ones are left out. Of one element there are then so many,
//! the others behind all that are there. Copies are called as the first with a number. Elements that have a `count` of
//! their own are counted by that: what is found here is no key.

use super::keys::Key;
use super::path::{Path, Segment};
use super::resolve::{Step, resolve};
use super::tree::{Node, Value};

/// The name behind the path of a list or of its element.
const COUNT: &str = "count";
/// No list gets longer; how many it may have is for the checks to say.
const MOST: usize = 1_000;

/// Makes a list of tables as long as `path` and `value` say; `None`, and nothing is changed, if they mean nothing of
/// the sort.
pub fn set_count(root: &mut Node, keys: &'static [Key], path: &Path, value: &str) -> Option<()> {
    let (last, before) = path.segments().split_last()?;
    if *last != Segment::Name(COUNT.to_owned()) || before.is_empty() {
        return None;
    }
    let wanted: usize = value.trim().parse().ok().filter(|count| *count <= MOST)?;
    let way = resolve(root, keys, &path.prefix(before.len())).ok()?;
    match way.split_last()? {
        (Step::Index(index), way) => {
            let nodes = tables(root, way)?;
            if wanted == 0 {
                nodes.remove(*index);
            }
            for _ in 1..wanted {
                nodes.push(copy(nodes, nodes.get(*index)?));
            }
        }
        (Step::Key(_), _) => {
            let nodes = tables(root, &way)?;
            nodes.truncate(wanted);
            while nodes.len() < wanted {
                nodes.push(copy(nodes, nodes.last()?));
            }
        }
    }
    Some(())
}

/// The list at the end of a way, if it has elements and all of them are tables.
fn tables<'a>(root: &'a mut Node, way: &[Step]) -> Option<&'a mut Vec<Node>> {
    let mut node = root;
    for step in way {
        node = match (step, &mut node.value) {
            (Step::Key(name), Value::Table(entries)) => entries.get_mut(name)?,
            (Step::Index(index), Value::List(nodes)) => nodes.get_mut(*index)?,
            _ => return None,
        };
    }
    match &mut node.value {
        Value::List(nodes) if !nodes.is_empty() => {
            let all = nodes.iter().all(|node| node.as_table().is_some());
            all.then_some(nodes)
        }
        _ => None,
    }
}

/// An element once more, under a name that none of the others has.
fn copy(nodes: &[Node], element: &Node) -> Node {
    let mut copy = element.clone();
    let Some(name) = element.own_name() else {
        return copy;
    };
    // Ann 2 is copied as Ann 3.
    let first = match name.rsplit_once(' ') {
        Some((first, number)) if number.parse::<u32>().is_ok() => first,
        _ => name,
    };
    let new = (2..nodes.len() + 3)
        .map(|number| format!("{first} {number}"))
        .find(|new| nodes.iter().all(|node| node.own_name() != Some(new)));
    if let (Some(new), Value::Table(entries)) = (new, &mut copy.value)
        && let Some(node) = entries.get_mut("name")
    {
        node.value = Value::Text(new);
    }
    copy
}

#[cfg(test)]
mod tests {
    use crate::scenario::{Scenario, open};

    fn opened(assignment: &str) -> Result<Scenario, String> {
        open("@lockpick", &[assignment.to_owned()]).map_err(|error| error.to_string())
    }

    fn hash(assignment: &str) -> String {
        opened(assignment).unwrap().hash.clone()
    }

    #[test]
    fn a_list_is_made_longer_and_shorter_by_its_count() {
        let own = open("@lockpick", &[]).unwrap().hash.clone();
        assert_eq!(hash("helper.count=1"), own);
        assert_eq!(hash("helper.count=0"), hash("helper=[]"));
        let two = "helper=[{ name = 'Legendary Lockpick', dice = 6 }, \
                   { name = 'Legendary Lockpick 2', dice = 6 }]";
        assert_eq!(hash("helper.count=2"), hash(two));
        assert_eq!(hash("helper.'Legendary Lockpick'.count=2"), hash(two));
        assert_ne!(hash("helper.count=3"), hash(two));
    }

    #[test]
    fn what_is_no_count_is_refused_as_before() {
        for assignment in ["helper.count=x", "helper.count=-1", "helper.count=1000000"] {
            assert!(opened(assignment).is_err(), "{assignment}");
        }
        assert!(opened("helper.count=40").is_err() || opened("helper.count=900").is_err());
    }
}

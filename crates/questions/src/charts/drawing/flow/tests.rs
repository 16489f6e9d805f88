//! Tests of flows: their content and order, and that texts do not overlap.

use super::graph::Graph;
use super::placement::FlowPlacement;
use crate::charts::layers::SheetFormat;
use crate::charts::tests::{overlaps, texts};
use crate::charts::{Chart, ChartLink, ChartNode, ColorRole, FlowChart};

/// Builds a flow from nodes (name, share, index of the end) and links (from, to, mean).
fn flow(nodes: &[(&str, f64, Option<usize>)], links: &[(usize, usize, f64)]) -> FlowChart {
    let nodes = nodes.iter().map(|&(label, share, end)| ChartNode {
        label: label.to_owned(),
        share,
        end: end.map(ColorRole::Series),
    });
    let links = links
        .iter()
        .map(|&(from, to, mean)| ChartLink { from, to, mean });
    FlowChart {
        title: "Flow".to_owned(),
        subtitle: "share of trials".to_owned(),
        nodes: nodes.collect(),
        links: links.collect(),
    }
}

fn canyon() -> FlowChart {
    let nodes = [
        ("ambush", 1.0, None),
        ("repair", 0.25, None),
        ("flight", 0.25, None),
        ("done", 0.2, Some(0)),
        ("captured", 0.75, Some(1)),
        ("stranded", 0.05, Some(2)),
    ];
    let links = [
        (0, 1, 0.25),
        (0, 4, 0.75),
        (1, 2, 0.25),
        (2, 3, 0.2),
        (2, 5, 0.05),
    ];
    flow(&nodes, &links)
}

fn svg(flow: &FlowChart) -> String {
    Chart::Flow(flow.clone()).svg().unwrap()
}

/// Asserts that no text overlaps another one, is off the sheet, or is shortened.
fn assert_readable(flow: &FlowChart) {
    let found = texts(&svg(flow));
    for word in flow.nodes.iter().flat_map(|node| node.label.split(' ')) {
        let mut lines = found.iter().flat_map(|(_, words)| words.split(' '));
        assert!(lines.any(|other| other == word), "{word} is broken");
    }
    for ([left, _, right, _], words) in &found {
        assert!(
            *left >= 0.0 && *right <= SheetFormat::Wide.width() as f32,
            "{words}"
        );
        assert!(!words.contains('…'), "{words}");
    }
    assert_eq!(overlaps(&found), Vec::<String>::new());
}

#[test]
fn nodes_are_below_their_predecessors_and_ends_at_the_bottom() {
    let flow = canyon();
    let graph = Graph::of(&flow).unwrap();
    let rows: Vec<usize> = graph.nodes.iter().map(|node| node.row).collect();
    assert_eq!(rows, [0, 1, 2, 3, 3, 3]);
    assert!(graph.back_links.is_empty());
    assert_readable(&flow);
}

#[test]
fn widths_are_shares_and_items_do_not_overlap() {
    let flow = canyon();
    let graph = Graph::of(&flow).unwrap();
    let placed = FlowPlacement::new(&graph, (20.0, 700.0), SheetFormat::Wide.large());
    for item in &placed.items {
        assert!((item.width - item.weight * placed.scale).abs() < 1e-9);
    }
    for row in &placed.rows {
        for pair in row.windows(2) {
            let (left, right) = (&placed.items[pair[0]], &placed.items[pair[1]]);
            assert!(left.x + left.width < right.x);
        }
    }
    // A passing band is as wide as the band that continues it.
    let passing: Vec<_> = placed.items.iter().filter(|item| item.passes).collect();
    assert_eq!(passing.len(), 2);
    assert!(
        passing
            .iter()
            .all(|item| item.node == 4 && item.weight == 0.75)
    );
}

#[test]
fn links_have_a_text_alternative() {
    assert!(
        svg(&canyon())
            .contains("<desc>share of trials; ambush to repair: 25%; ambush to captured: 75%;")
    );
}

#[test]
fn cycles_are_back_links_with_arrows() {
    let nodes = [
        ("door", 1.0, None),
        ("trap", 0.8, None),
        ("stairs", 0.9, None),
        ("done", 1.0, Some(0)),
    ];
    let links = [
        (0, 0, 0.2),
        (0, 1, 1.0),
        (1, 2, 1.1),
        (2, 0, 0.3),
        (2, 1, 0.1),
        (0, 3, 0.3),
        (2, 3, 0.7),
    ];
    let flow = flow(&nodes, &links);
    let graph = Graph::of(&flow).unwrap();
    let back = graph.back_links.iter().map(|link| (link.from, link.to));
    assert_eq!(back.collect::<Vec<_>>(), [(0, 0), (2, 1), (2, 0)]);
    let svg = svg(&flow);
    // One arrowhead at each end, and one on each upward part.
    assert_eq!(svg.matches("<polygon").count(), 6);
    // A repeated pass is counted again.
    assert!(svg.contains("100%, 1.5\u{a0}×"), "{svg}");
    assert_readable(&flow);
}

#[test]
fn a_single_node_is_a_chart() {
    let flow = flow(&[("ambush", 1.0, None)], &[]);
    let svg = svg(&flow);
    assert!(svg.contains(">ambush</text>") && !svg.contains("<path"));
    assert_readable(&flow);
}

#[test]
fn twelve_nodes_with_long_names_are_readable() {
    let names = [
        "The ford at dawn",
        "Old mill",
        "Negotiation with the miller's daughter",
        "Wolves",
        "Chase through the burning woods",
        "Bridge",
        "Gatehouse",
        "Throne room of the Glass King",
    ];
    let ends = [
        "done",
        "captured by the Glass King's riders",
        "lost in the woods",
        "a bargain with the miller",
    ];
    let on_the_way = names.iter().enumerate();
    let on_the_way = on_the_way.map(|(index, &name)| (name, 1.0 - index as f64 * 0.1, None));
    let shares = [0.3, 0.3, 0.2, 0.2];
    let ends = ends.iter().enumerate();
    let ends = ends.map(|(index, &name)| (name, shares[index], Some(index)));
    let nodes: Vec<_> = on_the_way.chain(ends).collect();
    let mut links = vec![(7, 8, 0.3)];
    for scene in 0..7 {
        links.push((scene, scene + 1, 0.9 - scene as f64 * 0.1));
        links.push((scene, 9 + scene % 3, 0.1));
    }
    assert_readable(&flow(&nodes, &links));
}

#[test]
fn no_word_is_broken_for_a_wider_flow() {
    let nodes = [
        ("village", 1.0, None),
        ("burning forest", 0.63, None),
        ("camp", 0.52, None),
        ("gate", 0.87, None),
        ("dungeon", 0.54, None),
        ("throne room", 0.39, None),
        ("done", 0.2, Some(0)),
        ("captured", 0.2, Some(1)),
        ("lost", 0.13, Some(2)),
        ("bought off", 0.47, Some(3)),
    ];
    let links = [
        (0, 1, 0.63),
        (0, 3, 0.37),
        (1, 2, 0.67),
        (1, 8, 0.13),
        (2, 1, 0.17),
        (2, 3, 0.5),
        (3, 4, 0.8),
        (3, 9, 0.47),
        (4, 3, 0.4),
        (4, 5, 0.4),
        (5, 6, 0.2),
        (5, 7, 0.2),
    ];
    assert_readable(&flow(&nodes, &links));
}

#[test]
fn links_never_taken_to_nodes_never_reached_are_dotted() {
    let nodes = [
        ("ambush", 1.0, None),
        ("repair", 0.0, None),
        ("done", 0.0, Some(0)),
        ("captured", 1.0, Some(1)),
    ];
    let links = [
        (0, 1, 0.0),
        (1, 2, 0.0),
        (1, 3, 0.0),
        (0, 3, 1.0),
        (1, 0, 0.0),
    ];
    let flow = flow(&nodes, &links);
    let svg = svg(&flow);
    assert_eq!(svg.matches("stroke-dasharray").count(), 2);
    assert_eq!(svg.matches(">0%</text>").count(), 2);
    assert_readable(&flow);
}

#[test]
fn invalid_links_are_ignored() {
    let nodes = [("ambush", 1.0, None), ("done", 1.0, Some(0))];
    let links = [(0, 1, 1.0), (1, 0, 1.0), (0, 7, 1.0), (0, 1, f64::NAN)];
    let flow = flow(&nodes, &links);
    let graph = Graph::of(&flow).unwrap();
    assert_eq!(graph.links.len(), 1);
}

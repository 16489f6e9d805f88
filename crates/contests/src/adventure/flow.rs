//! Flow chart data: transitions between scenes and to the endings.

use super::{Adventure, OutcomeTarget};
use evenodds_core::contest::{CostFigure, FlowCost, FlowLink, FlowNode, PathFlow};

/// Returns the flow of an adventure: its scenes, then its endings, which are the first outcomes.
pub(super) fn flow(adventure: &Adventure) -> PathFlow {
    let layout = &adventure.layout;
    let scenes = adventure.scenes.iter().enumerate();
    let scenes = scenes.map(|(position, scene)| FlowNode {
        name: scene.name.clone(),
        end: None,
        reached: Some(layout.reached + position),
        won: Some(layout.won + position),
        costs: [
            ("hurt", CostFigure::Share, Some(layout.hurt_in)),
            ("wounds", CostFigure::PerVisit, Some(layout.wounds_in)),
            (
                "Classes lost",
                CostFigure::PerVisit,
                Some(layout.classes_lost_in),
            ),
            ("prosperity", CostFigure::Mean, layout.prosperity_after),
        ]
        .into_iter()
        .filter_map(|(heading, figure, first)| {
            Some((FlowCost { heading, figure }, first? + position))
        })
        .collect(),
    });
    let endings = adventure.endings.iter().enumerate();
    let endings = endings.map(|(position, name)| FlowNode {
        name: name.clone(),
        end: Some(position),
        reached: None,
        won: None,
        costs: Vec::new(),
    });
    let transitions = adventure.scenes.iter().enumerate();
    let links = transitions.flat_map(|(from, scene)| {
        let targets = scene.targets.iter().enumerate();
        targets.map(move |(transition, &target)| FlowLink {
            from,
            to: match target {
                OutcomeTarget::Scene(scene) => scene,
                OutcomeTarget::Ending(ending) => adventure.scenes.len() + ending,
            },
            metric: layout.transitions + scene.first_transition + transition,
        })
    });
    PathFlow {
        unit: if adventure.sessions > 1 {
            "sessions"
        } else {
            "trials"
        },
        of: adventure.sessions,
        nodes: scenes.chain(endings).collect(),
        links: links.collect(),
        injury_metrics: (0..adventure.crew.people)
            .map(|character| layout.hurt + character)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use crate::adventure::KIND;
    use evenodds_core::contest::conformance::{assert_narrations, read};

    #[test]
    fn scenes_lead_to_each_other_and_to_endings() {
        let text = r#"
            sessions = 2
            [[character]]
            name = "Gex"
            classes = [{ name = "Tinker", dice = 4 }]
            [[scene]]
            name = "door"
            then = { failure = "door" }
            cost = { failure = { wound = true, of = ["Gex"] } }
            contest = { kind = "quick", actor = { name = "Gex", dice = 3 }, difficulty = 10 }
            [[scene]]
            name = "vault"
            then = { failure = "caught" }
            contest = { kind = "quick", actor = { name = "Gex", dice = 3 }, difficulty = 10 }
            [endings]
            caught = "They are caught."
        "#;
        let contest = read(&KIND, text, &[]).unwrap();
        let flow = contest.description().flow.as_ref().unwrap();
        assert_eq!((flow.unit, flow.of), ("sessions", 2));
        let names: Vec<&str> = flow.nodes.iter().map(|node| node.name.as_str()).collect();
        assert_eq!(names, ["door", "vault", "done", "caught"]);
        let ends: Vec<_> = flow.nodes.iter().map(|node| node.end).collect();
        assert_eq!(ends, [None, None, Some(0), Some(1)]);
        for link in &flow.links {
            let metric = contest.metrics()[link.metric].name();
            assert_eq!(
                metric,
                format!("way.{} > {}", names[link.from], names[link.to])
            );
        }
        assert_eq!(flow.links.len(), 4);
        // Each trial leaves a scene as often as it enters it, and records the first harm of a
        // character once.
        assert_narrations(&*contest, "adventure");
    }
}

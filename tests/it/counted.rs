//! Members of a list by their number: `helper.count=2`.

use evenodds::scenario::{Scenario, open};

fn opened(assignment: &str) -> Result<Scenario, String> {
    open("@lockpick", &[assignment.to_owned()]).map_err(|error| error.to_string())
}

fn hash(assignment: &str) -> String {
    opened(assignment).unwrap().hash.clone()
}

#[test]
fn a_count_lengthens_and_shortens_a_list() {
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
fn a_side_is_not_copied_instead_of_its_members() {
    let refused = open("@canyon", &["side.heroes.count=2".to_owned()]).err();
    let text = refused.map(|error| error.to_string()).unwrap_or_default();
    assert!(
        text.contains("did you mean Dirk.count or Emily.count"),
        "{text}"
    );
}

#[test]
fn invalid_counts_are_refused_by_the_checker() {
    for assignment in ["helper.count=x", "helper.count=-1", "helper.count=1000000"] {
        assert!(opened(assignment).is_err(), "{assignment}");
    }
    assert!(opened("helper.count=40").is_err() || opened("helper.count=900").is_err());
}

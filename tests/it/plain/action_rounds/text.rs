//! Exchanges as files.

use super::{AttackOn, Combatant, Exchange, Player, Reach, Rules, Skill, Stance};
use std::fmt::Write as _;

impl Exchange {
    pub fn written(&self) -> String {
        let mut text = String::from("kind = \"action_dice\"\ncontest = \"exchange\"\n");
        for side in &self.sides {
            let player = player(side.player);
            write!(
                text,
                "\n[[side]]\nname = \"{}\"\nplayer = \"{player}\"\n",
                side.name
            )
            .unwrap();
            for combatant in &side.combatants {
                text.push_str(&written(combatant));
            }
        }
        text.push_str(&self.rules.written());
        text
    }
}

fn player(player: Player) -> String {
    match player {
        Player::Keep(dice) => format!("keep_{dice}"),
        Player::AllOut => "all_out".to_owned(),
        Player::Guarded => "guarded".to_owned(),
        Player::Heavy => "heavy".to_owned(),
        Player::Random => "random".to_owned(),
        Player::Optimal => "optimal".to_owned(),
    }
}

fn written(one: &Combatant) -> String {
    let mut text = String::from("  [[side.combatant]]\n");
    let mut key = |name: &str, value: String| writeln!(text, "  {name} = {value}").unwrap();
    key("name", format!("\"{}\"", one.name));
    key("count", one.count.to_string());
    key("action", one.action.to_string());
    // A file has limited dice of one sort for a combatant.
    assert!(one.for_attack == 0 || one.for_defence == 0);
    for (dice, to) in [(one.for_attack, "attack"), (one.for_defence, "defence")] {
        if dice > 0 {
            key("limited", format!("{{ dice = {dice}, to = \"{to}\" }}"));
        }
    }
    if let Some((skill, dice)) = one.specialised {
        let to = match skill {
            Skill::HandToHand => "hand_to_hand",
            Skill::Ranged => "ranged",
            Skill::Dodge => "dodge",
            Skill::Movement => "movement",
        };
        key("specialised", format!("{{ dice = {dice}, to = \"{to}\" }}"));
    }
    for (name, dice) in [
        ("hand_to_hand", one.hand_to_hand),
        ("ranged", one.ranged),
        ("dodge", one.dodge),
        ("movement", one.movement),
        ("attack_extra", one.attack_extra),
        ("defence_extra", one.defence_extra),
    ] {
        key(name, dice.to_string());
    }
    let attack = match one.attack {
        Reach::HandToHand => "hand_to_hand",
        Reach::Ranged => "ranged",
    };
    key("attack", format!("\"{attack}\""));
    let defence = match one.stance {
        Stance::Single => "single",
        Stance::Parry => "parry",
        Stance::Dodge => "dodge",
        Stance::General => "general",
        Stance::Dive => "dive",
    };
    key("defence", format!("\"{defence}\""));
    key("noncombat", one.noncombat.to_string());
    text
}

impl Rules {
    fn written(&self) -> String {
        let mut text = String::from("\n[rules]\n");
        let mut choice = |key: &str, name: &str| writeln!(text, "{key} = \"{name}\"").unwrap();
        let of_two = |first: bool, one, other| if first { one } else { other };
        choice("frame", "actions");
        choice("half", of_two(self.half_up, "up", "down"));
        let extra = of_two(self.extra_is_halved, "halved", "whole");
        choice("two_die_extra", extra);
        let tie = of_two(self.total_breaks_ties, "total", "random");
        choice("declare_tie", tie);
        choice("hit_tie", of_two(self.tie_hits, "attacker", "defender"));
        choice("dive", of_two(self.dive_is_rolled, "roll", "dice"));
        let reserve = of_two(self.reserve_is_declared, "declare", "lost");
        choice("reserve_rule", reserve);
        let attack_on = match self.attack_on {
            AttackOn::MostHit => "most_hit",
            AttackOn::First => "first",
            AttackOn::Weakest => "weakest",
            AttackOn::Strongest => "strongest",
        };
        choice("attack_on", attack_on);
        if self.noncombat_is_chosen {
            choice("noncombat_choice", "each_round");
        }
        let mut flag = |key: &str, is_on: bool| writeln!(text, "{key} = {is_on}").unwrap();
        if !self.group_penalty {
            flag("group_penalty", false);
        }
        if self.answers_reorder {
            flag("answers_reorder", true);
        }
        if self.defence_is_action {
            flag("defense_is_action", true);
        }
        for (key, number) in [
            ("distance", self.distance),
            ("range_penalty", self.range_penalty),
            ("hits_to_win", self.hits_to_win),
            ("max_rounds", self.max_rounds),
        ] {
            writeln!(text, "{key} = {number}").unwrap();
        }
        text
    }
}

//! The metrics of a trial.

use super::Evening;

impl Evening<'_> {
    pub(super) fn count(&mut self, metric: &str, more: u32) {
        let value = self.metrics.get_mut(metric);
        *value.unwrap_or_else(|| panic!("no metric is called {metric}")) += i64::from(more);
    }

    /// Counts in all, and in the current scene.
    pub(super) fn count_in_scene(&mut self, metric: &str, more: u32) {
        self.count(metric, more);
        let scene = &self.adventure.scenes[self.scene].name;
        self.count(&format!("{metric}_in.{scene}"), more);
    }

    /// Marks an event that counts only once.
    pub(super) fn happens(&mut self, metric: &str) {
        let value = self.metrics.get_mut(metric);
        *value.unwrap_or_else(|| panic!("no metric is called {metric}")) = 1;
    }

    /// Adds all metrics, even if nothing is counted.
    pub(super) fn name_all_metrics(&mut self) {
        let adventure = self.adventure;
        let mut names: Vec<String> = ["scenes", "alive", "fit", "wounds", "classes_lost"]
            .map(str::to_owned)
            .into();
        for (position, scene) in adventure.scenes.iter().enumerate() {
            for metric in [
                "reached",
                "won",
                "ended_in",
                "hurt_in",
                "wounds_in",
                "classes_lost_in",
            ] {
                names.push(format!("{metric}.{}", scene.name));
            }
            if adventure.group.is_some() {
                names.push(format!("prosperity_after.{}", scene.name));
            }
            if adventure.goes_on(position) {
                let behind = adventure.behind(position);
                names.push(format!("way.{} > {behind}", scene.name));
            }
            for (_, target) in &scene.then {
                names.push(format!("way.{} > {target}", scene.name));
            }
        }
        for character in &adventure.characters {
            for metric in ["hurt", "died", "out"] {
                names.push(format!("{metric}.{}", character.name));
            }
        }
        if adventure.group.is_some() {
            names.push("prosperity".to_owned());
        }
        if adventure.sessions > 1 {
            for session in 1..=adventure.sessions {
                names.push(format!("done.{session}"));
                names.push(format!("alive_after.{session}"));
            }
        }
        self.metrics = names.into_iter().map(|name| (name, 0)).collect();
    }

    pub(super) fn count_the_end(&mut self) {
        let next = self.number + 1;
        for (position, about) in self.adventure.characters.iter().enumerate() {
            let member = self.members[position].clone();
            self.count("alive", u32::from(!member.dead));
            self.count("fit", u32::from(member.has_nothing_wrong(next)));
            self.count(&format!("died.{}", about.name), u32::from(member.dead));
            let out = member.dead || member.captured;
            self.count(&format!("out.{}", about.name), u32::from(out));
        }
        if self.adventure.group.is_some() {
            self.count("prosperity", self.prosperity);
            for (position, scene) in self.adventure.scenes.iter().enumerate() {
                let left_with = self.left_with.get(&position).copied();
                let metric = format!("prosperity_after.{}", scene.name);
                match left_with {
                    Some(dice) => self.count(&metric, dice),
                    // A scene that was never played has no value after it.
                    None => drop(self.metrics.insert(metric, -1)),
                }
            }
        }
    }
}

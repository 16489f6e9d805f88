//! What characters choose who are wounded instead of simply taken out.

use super::options::choices;

choices! {
    /// Whether the wounded choose to be out of the fight.
    pub enum WoundChoice {
        /// they are out of the fight
        StayDown = "stay_down",
        /// they change tactic at once, or retreat without an unused Class
        FightOn = "fight_on",
    }
}

choices! {
    /// What a wounded character may choose besides being out of the fight, or instead of it.
    pub enum WoundOption {
        /// the wound takes a session longer to heal
        NastyWound = "nasty_wound",
        /// something important is lost for good
        PermanentLoss = "permanent_loss",
    }
}

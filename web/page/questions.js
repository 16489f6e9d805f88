// Options of questions. Written by python/generate.py: changes here are lost.
const QUESTIONS = {
  given: {
    about: "How does it end where conditions are met?",
    options: [
      ["when", "list", "A condition that trials must meet", "A condition that trials must meet (repeatable, all must hold): turns>=10, outcome!=draw"],
      ["trials", "count", "How many trials to play", "How many trials to play: 1000000, 2e6, 10M [default: as for `run`]"],
    ],
  },
  ladder: {
    about: "Every pairing of players: how much does play decide?",
    options: [
      ["players", "list", "Which players", "Which players [default: all that can play the file; `evenodds list KIND` names them]"],
      ["trials", "count", "How many trials in each cell", "How many trials in each cell: 10000, 2e6, 10M [default: as many as about a second on two cores pays for, at most 100,000]"],
    ],
  },
  compare: {
    about: "Is B really different from A? On the same random numbers",
    options: [
      ["vary", "list", "B is A with this change", "B is A with this change. With several values (2,4 or 1..6) each is compared with A; several keys (repeatable) have a value each and make one B"],
      ["figure", "list", "What to decide on", "What to decide on (repeatable): an outcome, or mean.METRIC; behind it the difference that does not matter, as in heroes=0.01 or mean.turns=0.1 [default: all outcomes that both have]"],
      ["max_trials", "count", "The most trials of each", "The most trials of each [default: as many as about 30 s pay for on two cores, at most 10,000,000]"],
    ],
  },
  drama: {
    about: "How does it go? Lead changes, choices, luck against decisions",
    options: [
      ["trials", "count", "How many trials", "How many trials: 10000, 2e6, 10M [default: 10,000; 1,000 where a player is a slow one]"],
    ],
  },
  sweep: {
    about: "What do other values of some keys do? The whole grid",
    options: [
      ["figure", "list", "What to look at", "What to look at (repeatable) [default: what [sweep] says, else the first outcome]"],
      ["trials", "count", "How many trials of each setting", "How many trials of each setting: 10000, 2e6, 10M [default: what [sweep] says, else as many as about a second on two cores pays for, at most 100,000]"],
    ],
  },
  tune: {
    about: "Which value of a key meets a target?",
    options: [
      ["tolerance", "number", "How near is near enough", "How near is near enough [default: what the scenario says, else 0.01 for a share, 0.1 for a mean, 0 for a quantile]"],
      ["max_trials", "count", "The most trials of the search", "The most trials of the search, all settings together [default: what the scenario says, else as many as about 30 s pay for on two cores, at most 20M]"],
    ],
  },
  hint: {
    about: "What to do now? Every action ranked by its chance to win",
    options: [
      ["quick", "flag", "Answer at once", "Answer at once: in fights of more than two by the judgment of `expert`, without play-outs"],
      ["declared", "flag", "The side that asks plays on as the file says", "The side that asks plays on as the file says, as its opponents do, and not as `expert`"],
    ],
  },
  advise: {
    about: "Which single change comes nearest to a target?",
    options: [
      ["tolerance", "number", "How near is near enough", "How near is near enough [default: what the scenario says, else 0.01 for a share, 0.1 for a mean, 0 for a quantile]"],
      ["only", "list", "Only changes of keys below this path", "Only changes of keys below this path (repeatable): side.ambushers, rules"],
      ["keep", "list", "No changes of keys below this path", "No changes of keys below this path (repeatable): side.heroes"],
      ["all", "flag", "Try other readings of the rules", "Try other readings of the rules, too"],
      ["slow", "flag", "Try players who think long", "Try players who think long, too, where none plays"],
      ["trials", "count", "So many trials of every change", "So many trials of every change: 10000, 2e6, 10M [default: they stop by themselves]"],
    ],
  },
};

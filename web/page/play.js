// Plays trials on all engines in rounds of chunks. The results shown always cover all trials from 0 on.
const CHUNK_MS = 50;
// Maximum memory of all engines that play. A contest that is solved first takes up to 200 MB in each.
const MOST_BYTES = 200e6;
class Player {
  constructor(desk) {
    this.desk = desk;
    const cores = Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2));
    this.pool = Array.from({ length: cores }, () => new Engine());
    // The first engine plays the first round, which measures the memory. It also runs the long requests at the end.
    this.long = this.pool[0];
    this.turn = 0;
  }
  // Plays the trials of a plan and shows the results after each round; at the end with the exact answer and the range
  // between weak and strong players. Cancels an earlier plan.
  async play(plan, show) {
    const turn = ++this.turn;
    const gone = () => turn !== this.turn;
    this.long.stop();
    // The first trial shows how long trials take.
    let counts = [], next = 0, size = 1, chunks = 1, charted = 0, hands = 1;
    while (next < plan.trials && !gone()) {
      const jobs = [];
      const first = next;
      const most = Math.max(1, Math.floor((plan.trials - next) / hands));
      const chunk = Math.min(size, most);
      let took = 0;
      const hand = async (engine) => {
        for (let number = 0; number < chunks && next < plan.trials && !gone(); number++) {
          const range = [next, Math.min(next + chunk, plan.trials)];
          next = range[1];
          const begun = performance.now();
          jobs.push(JSON.parse(await engine.text(
            { do: "play", of: plan.of, seed: plan.seed, first: range[0], end: range[1] }, first === 0 ? 20000 : 5000)));
          took = Math.max(took, performance.now() - begun);
        }
      };
      await Promise.all(this.pool.slice(0, hands).map(hand));
      if (gone()) return null;
      const memory = Math.max(this.long.memory || 0, 1e6);
      hands = Math.max(1, Math.min(this.pool.length, Math.floor(MOST_BYTES / memory)));
      size = Math.max(1, Math.round(chunk * Math.min(4, CHUNK_MS / Math.max(took, 1))));
      chunks = Math.min(chunks * 2, 10);
      const now = performance.now();
      const charts = now - charted > 1500;
      if (charts) charted = now;
      const shown = await this.desk.ask(
        { do: "show", of: plan.of, seed: plan.seed, trials: next, parts: [...counts, ...jobs], charts });
      if (gone()) return null;
      if (shown.wrong || next === first) throw new Error(shown.wrong || "no trials were played");
      counts = [shown.counts];
      show(shown, false);
    }
    if (gone()) return null;
    plan.counts = counts;
    const last = { do: "show", of: plan.of, seed: plan.seed, trials: next, parts: counts, charts: true };
    const sampled = await this.desk.ask(last);
    if (gone()) return null;
    show(sampled, false);
    try {
      const whole = await this.long.ask({ ...last, exact: true, skill: true });
      if (!gone()) show(whole, true);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
    return counts;
  }
  stop() {
    this.turn++;
    this.long.stop();
  }
  // Also cancels trials that are being played, which may take seconds with slow players.
  halt() {
    this.turn++;
    for (const engine of this.pool) engine.stop();
  }
}

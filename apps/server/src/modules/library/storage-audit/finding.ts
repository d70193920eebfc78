/** Something that is not as it should be: what, how often, and the first few. */
export type Finding = { what: string; count: number; examples: string[] };

const MOST_EXAMPLES = 10;

/** Collects findings of one kind: counts all, keeps the first few. */
export function createFinding(what: string): Finding & { add(example: string): void } {
  return {
    what,
    count: 0,
    examples: [],
    add(example) {
      this.count++;
      if (this.examples.length < MOST_EXAMPLES) this.examples.push(example);
    },
  };
}

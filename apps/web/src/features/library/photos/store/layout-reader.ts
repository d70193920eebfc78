import type { SourceSection } from './photo-source.ts';

type Options = {
  /** Fetches one layout; never rejects, what came of it is asked by `isLoaded`. */
  load: (section: SourceSection, signal: AbortSignal) => Promise<void>;
  isLoaded: (sectionKey: string) => boolean;
};

/** Beside what the view itself fetches; more would only hold that up. */
const READS_AT_ONCE = 3;
/** Photos that pour in make a layout out of date before it has come. */
const TRIES = 3;

/** Reads layouts that are wanted for what they say and not for being drawn: scrolling on does not abort them. */
export function createLayoutReader({ load, isLoaded }: Options) {
  let controller = new AbortController();

  async function readOne(section: SourceSection): Promise<boolean> {
    for (let tries = 0; tries < TRIES && !isLoaded(section.key); tries++) {
      const { signal } = controller;
      await load(section, signal);
      if (!signal.aborted) break;
    }
    return isLoaded(section.key);
  }

  return {
    /** Whether all of these sections' layouts are there now. */
    async read(sections: readonly SourceSection[]): Promise<boolean> {
      const waiting = [...sections];
      let isComplete = true;
      const work = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          if (!(await readOne(next))) isComplete = false;
        }
      };
      await Promise.all(Array.from({ length: READS_AT_ONCE }, work));
      return isComplete;
    },

    /** Aborts what is under way: it would be out of date. It is asked for again by itself. */
    stop(): void {
      controller.abort();
      controller = new AbortController();
    },
  };
}

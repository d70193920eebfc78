import type { SourceSection } from './photo-source.ts';

type Options = {
  /** Fetches one layout; never rejects, since `isLoaded` tells the outcome. */
  load: (section: SourceSection, signal: AbortSignal) => Promise<void>;
  isLoaded: (sectionKey: string) => boolean;
};

/** How many requests run beside the view's own: more would delay those. */
const READS_AT_ONCE = 3;
/** Attempts per layout: while photos keep arriving, it is outdated before it is loaded. */
const TRIES = 3;

/** Reads layouts for their ids instead of for drawing, so that scrolling on does not abort the requests. */
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
    /** Resolves to whether the layouts of all these sections are loaded. */
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

    /** Aborts running requests, whose results would be outdated, and repeats them. */
    stop(): void {
      controller.abort();
      controller = new AbortController();
    },
  };
}

import type { PhotoPage } from '@keepsake/contracts/library/photos';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { countDoneRemovals } from '#/features/library/state/index.ts';
import { isTemporaryProblem } from '#/shared/api/api-problem.ts';
import { retryTemporary } from '#/shared/api/retry.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { decodeLayout } from './decode-layout.ts';
import { createLayoutReader } from './layout-reader.ts';
import type { PhotoSource, SourceSection } from './photo-source.ts';
import {
  type LoadedPart,
  mayHeal,
  type PagesAction,
  type PagesState,
  type Part,
  reducePages,
  type SectionPages,
  UNINITIALIZED,
} from './section-pages.ts';
import { createWantedQueue } from './wanted-queue.ts';

/** Photos of a section that are about to be visible. `isOpen`: all its photos are drawn, so its layout is needed, too. */
export type Wanted = { section: SourceSection; firstPhoto: number; endPhoto: number; isOpen: boolean };

/** Photos of one source, fetched when wanted and kept as long as the page. */
export type PhotoStore = ReturnType<typeof createPhotoStore>;

/** Loads the photos of a source; another source or order resets it [TL-36]. */
export function createPhotoStore(initial: PhotoSource) {
  let source = initial;
  const state = createStore<PagesState>(() => ({}));
  const dispatch = (action: PagesAction) => state.setState((before) => reducePages(before, action), true);
  const loader = createLoader({ state, dispatch, source: () => source });

  /** Marks loaded data of these sections as outdated, including answers still on their way. */
  function outdate(keys: readonly string[]): void {
    loader.abort();
    dispatch({ type: 'outdate', keys });
  }

  return {
    subscribe: state.subscribe,
    getState: state.getState,
    want: loader.want,
    stop: loader.stop,
    readLayouts: loader.readLayouts,
    outdate,
    ...followSections({ state, dispatch, source: () => source }, outdate),
    /** Whether loaded data belongs to this source. */
    isOf: ({ key }: PhotoSource) => key === source.key,
    /** Switches to another source; one with the same key keeps loaded data. */
    use(next: PhotoSource): void {
      const isSame = next.key === source.key;
      source = next;
      if (isSame) return;
      loader.abort();
      dispatch({ type: 'reset' });
    },
    retry: (key: string) => dispatch({ type: 'retry', key }),
    /** Changes photos ahead of the server's answer. */
    change: (next: (pages: PagesState) => PagesState) => state.setState(next, true),
    /** Retries everything that failed temporarily, without taking the failure from the screen before it succeeds. */
    heal: () => {
      for (const [key, section] of Object.entries(state.getState()))
        if (mayHeal(section)) dispatch({ type: 'heal', key });
    },
  };
}

type Contents = {
  state: StoreApi<PagesState>;
  dispatch: (action: PagesAction) => void;
  source: () => PhotoSource;
};

type Job = { section: SourceSection; page: Part };

/** More would wait in the browser's queue, where urgent requests cannot overtake them. */
const REQUESTS_AT_ONCE = 4;

/** Loads what is wanted of the current source. */
function createLoader({ state, dispatch, source }: Contents) {
  const queue = createWantedQueue<Job>({ run: load, limit: REQUESTS_AT_ONCE });
  const layouts = createLayoutReader({
    load: (section, signal) => load({ section, page: 'layout' }, signal),
    isLoaded: (key) => state.getState()[key]?.layoutStatus === 'fulfilled',
  });

  async function load({ section, page }: Job, signal: AbortSignal): Promise<void> {
    const { key } = section;
    const { pageSize, action } = source();
    const before = state.getState()[key] ?? UNINITIALIZED;
    const requestedAt = countDoneRemovals();
    dispatch({ type: 'fetch', key, page });
    try {
      const loaded = await retryTemporary(
        () => fetchPart(source(), { section, page }, before, signal),
        signal,
      );
      signal.throwIfAborted();
      dispatch({ type: 'fulfil', key, pageSize, requestedAt, ...loaded });
    } catch (error) {
      if (!signal.aborted) reportFailure(action, error);
      // After a reset, an aborted request must not affect the new source.
      if (state.getState()[key]) dispatch({ ...endOf(error, signal), key, page });
    }
  }

  return {
    /** Fetches the missing parts in this order; other running requests are aborted. */
    want: (wanted: readonly Wanted[]) => queue.want(jobsFor(state.getState(), wanted, source().pageSize)),
    /** Fetches the layouts of sections, visible or not; resolves to whether all are loaded. */
    readLayouts: layouts.read,
    stop: queue.stop,
    /** Aborts all requests: their answers would be outdated. */
    abort(): void {
      queue.stop();
      layouts.stop();
    },
  };
}

/** How a request without an answer ends. */
const endOf = (error: unknown, { aborted }: AbortSignal) =>
  aborted
    ? ({ type: 'abort' } as const)
    : ({ type: 'reject', isTemporary: isTemporaryProblem(error) } as const);

async function fetchPart(
  source: PhotoSource,
  { section, page }: Job,
  before: SectionPages,
  signal: AbortSignal,
): Promise<LoadedPart> {
  if (page === 'layout') return { page, result: decodeLayout(await source.loadLayout(section, signal)) };
  const start = startOf(before, page * source.pageSize);
  return { page, result: await source.loadPage({ section, signal, ...start }) };
}

/** Compares the sections of a view with what is loaded of them. */
function followSections({ state, dispatch, source }: Contents, outdate: (keys: readonly string[]) => void) {
  let versions = new Map<string, string>();

  function changedKeys(sections: readonly SourceSection[]): string[] {
    const loaded = state.getState();
    const isChanged = (section: SourceSection) => versions.get(section.key) !== versionOf(section);
    return sections.flatMap((section) => (loaded[section.key] && isChanged(section) ? [section.key] : []));
  }

  return {
    /** Receives the current sections; loaded data of changed ones becomes outdated. */
    expect(sections: readonly SourceSection[]): void {
      const changed = changedKeys(sections);
      versions = new Map(sections.map((section) => [section.key, versionOf(section)]));
      if (changed.length > 0) outdate(changed);
    },
    /** The state as it will be after `expect`, so that a new count is never drawn with an old list. */
    stateAt(sections: readonly SourceSection[]): PagesState {
      const keys = changedKeys(sections);
      return keys.length > 0 ? reducePages(state.getState(), { type: 'outdate', keys }) : state.getState();
    },
    /** Receives the first page of a section, delivered together with the sections. */
    fill(section: SourceSection, result: PhotoPage, requestedAt: number): void {
      versions.set(section.key, versionOf(section));
      const { pageSize } = source();
      dispatch({ type: 'fulfil', key: section.key, page: 0, pageSize, requestedAt, result });
    },
  };
}

const versionOf = ({ count, version = '' }: SourceSection) => `${count} ${version}`;

/** The page after the furthest one is requested by cursor, as specified; after a jump, by offset. */
function startOf({ cursor, items }: { cursor: string | null; items: readonly unknown[] }, offset: number) {
  return { offset, cursor: offset > 0 && items.length === offset ? cursor : null };
}

function jobsFor(state: PagesState, wanted: readonly Wanted[], pageSize: number): Map<string, Job> {
  const jobs = new Map<string, Job>();
  for (const { section, firstPhoto, endPhoto, isOpen } of wanted) {
    const { pages, layoutStatus } = state[section.key] ?? UNINITIALIZED;
    if (isOpen && isMissing(layoutStatus)) jobs.set(`${section.key} layout`, { section, page: 'layout' });
    const lastPage = Math.ceil(endPhoto / pageSize);
    for (let page = Math.floor(firstPhoto / pageSize); page < lastPage; page++) {
      if (isMissing(pages[page] ?? 'uninitialized')) jobs.set(`${section.key} ${page}`, { section, page });
    }
  }
  return jobs;
}

const isMissing = (status: string) => status === 'uninitialized' || status === 'pending';

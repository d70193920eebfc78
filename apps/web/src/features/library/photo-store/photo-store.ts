import type { Photo, PhotoPage } from '@keepsake/contracts/library/photos';
import { countDoneRemovals } from '#/features/library/state/index.ts';
import { retryTemporary } from '#/shared/api/retry.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { decodeLayout } from './decode-layout.ts';
import { createLayoutReader } from './layout-reader.ts';
import type { PhotoSource, SourceSection } from './photo-source.ts';
import { hasFailed, type PagesAction, type PagesState, reducePages, UNINITIALIZED } from './section-pages.ts';
import { createWantedQueue } from './wanted-queue.ts';

/** Photos of a section that are about to be visible. `isOpen`: all its photos are drawn, so its layout is needed, too. */
export type Wanted = { section: SourceSection; firstPhoto: number; endPhoto: number; isOpen: boolean };

/** Photos of one source, fetched when wanted and kept as long as the page. */
export type PhotoStore = ReturnType<typeof createPhotoStore>;

type Job = { section: SourceSection; page: number | 'layout' };

/** More would wait in the browser's queue, where urgent requests cannot overtake them. */
const REQUESTS_AT_ONCE = 4;

/** Loads the photos of a source; another source or order resets it [TL-36]. */
export function createPhotoStore(initial: PhotoSource) {
  let source = initial;
  let state: PagesState = {};
  let versions = new Map<string, string>();
  const listeners = new Set<() => void>();
  const queue = createWantedQueue<Job>({ run: load, limit: REQUESTS_AT_ONCE });
  const layouts = createLayoutReader({ load: loadLayout, isLoaded: (key) => isLayoutLoaded(state, key) });

  function dispatch(action: PagesAction): void {
    state = reducePages(state, action);
    for (const listener of listeners) listener();
  }

  async function load(job: Job, signal: AbortSignal): Promise<void> {
    if (job.page === 'layout') await loadLayout(job.section, signal);
    else await loadPage(job.section, job.page, signal);
  }

  async function loadPage(section: SourceSection, page: number, signal: AbortSignal): Promise<void> {
    const { key } = section;
    const requestedAt = countDoneRemovals();
    dispatch({ type: 'fetch', key, page });
    try {
      const { pageSize } = source;
      const start = startOf(state[key] ?? UNINITIALIZED, page * pageSize);
      const result = await retryTemporary(() => source.loadPage({ section, signal, ...start }), signal);
      signal.throwIfAborted();
      dispatch({ type: 'fulfil', key, page, pageSize, requestedAt, result });
    } catch (error) {
      if (!signal.aborted) reportFailure(source.action, error);
      // After a reset, an aborted request must not affect the new source.
      if (state[key]) dispatch({ type: signal.aborted ? 'abort' : 'reject', key, page });
    }
  }

  async function loadLayout(section: SourceSection, signal: AbortSignal): Promise<void> {
    const { key } = section;
    const requestedAt = countDoneRemovals();
    dispatch({ type: 'fetch-layout', key });
    try {
      const layout = decodeLayout(await retryTemporary(() => source.loadLayout(section, signal), signal));
      signal.throwIfAborted();
      dispatch({ type: 'fulfil-layout', key, layout, requestedAt, pageSize: source.pageSize });
    } catch (error) {
      if (!signal.aborted) reportFailure(source.action, error);
      if (state[key]) dispatch({ type: signal.aborted ? 'abort-layout' : 'reject-layout', key });
    }
  }

  /** Marks loaded data of these sections as outdated, including answers still on their way. */
  function outdate(keys: readonly string[]): void {
    queue.stop();
    layouts.stop();
    dispatch({ type: 'outdate', keys });
  }

  function changedKeys(sections: readonly SourceSection[]): string[] {
    const isChanged = (section: SourceSection) => versions.get(section.key) !== versionOf(section);
    return sections.flatMap((section) => (state[section.key] && isChanged(section) ? [section.key] : []));
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getState: () => state,
    /** Whether loaded data belongs to this source. */
    isOf: ({ key }: PhotoSource) => key === source.key,

    /** Fetches the missing parts in this order; other running requests are aborted. */
    want(wanted: readonly Wanted[]): void {
      queue.want(jobsFor(state, wanted, source.pageSize));
    },

    /** Switches to another source; one with the same key keeps loaded data. */
    use(next: PhotoSource): void {
      const isSame = next.key === source.key;
      source = next;
      if (isSame) return;
      queue.stop();
      layouts.stop();
      dispatch({ type: 'reset' });
    },

    outdate,
    /** Fetches the layouts of sections, visible or not; resolves to whether all are loaded. */
    readLayouts: layouts.read,
    /** Receives the current sections; loaded data of changed ones becomes outdated. */
    expect(sections: readonly SourceSection[]): void {
      const changed = changedKeys(sections);
      versions = new Map(sections.map((section) => [section.key, versionOf(section)]));
      if (changed.length > 0) outdate(changed);
    },
    /** The state as it will be after `expect`, so that a new count is never drawn with an old list. */
    stateAt(sections: readonly SourceSection[]): PagesState {
      const changed = changedKeys(sections);
      return changed.length > 0 ? reducePages(state, { type: 'outdate', keys: changed }) : state;
    },

    /** Receives the first page of a section, delivered together with the sections. */
    fill(section: SourceSection, result: PhotoPage, requestedAt: number): void {
      versions.set(section.key, versionOf(section));
      const { pageSize } = source;
      dispatch({ type: 'fulfil', key: section.key, page: 0, pageSize, requestedAt, result });
    },

    retry: (key: string) => dispatch({ type: 'retry', key }),
    retryFailed: () => {
      for (const [key, section] of Object.entries(state))
        if (hasFailed(section)) dispatch({ type: 'retry', key });
    },
    stop: queue.stop,

    /** Keys of loaded sections with a matching photo. */
    sectionsWith(matches: (photo: Photo) => boolean): string[] {
      const hasMatch = (items: readonly (Photo | undefined)[]) =>
        items.some((photo) => photo && matches(photo));
      return Object.keys(state).filter((key) => hasMatch((state[key] ?? UNINITIALIZED).items));
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

const isLayoutLoaded = (state: PagesState, key: string) => state[key]?.layoutStatus === 'fulfilled';

const isMissing = (status: string) => status === 'uninitialized' || status === 'pending';

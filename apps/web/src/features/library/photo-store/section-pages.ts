import type { Photo, PhotoPage } from '@keepsake/contracts/library/photos';
import { idAt, idsOf, type LayoutColumns } from './decode-layout.ts';

export type LoadStatus = 'uninitialized' | 'pending' | 'fulfilled' | 'rejected';

/** The loaded data of one section [TL-32]. */
export type SectionPages = {
  /** Cursor after the furthest page; null before the first page and after the last. */
  cursor: string | null;
  /** Photos in order, with holes where a jump skipped pages. */
  items: readonly (Photo | undefined)[];
  /** Status of the section's latest request. */
  status: LoadStatus;
  /** By page number; missing pages are uninitialized. */
  pages: Readonly<Record<number, LoadStatus>>;
  layout: LayoutColumns | null;
  layoutStatus: LoadStatus;
  /** After a temporary failure, 'due' until it is retried unprompted, then 'running': meanwhile it stays on display. */
  healing: 'none' | 'due' | 'running';
  /** Number of completed removals (countDoneRemovals) when the oldest data here was requested. */
  requestedAt: number;
};

/** Pages of a source by section key; missing sections are uninitialized. */
export type PagesState = Readonly<Record<string, SectionPages>>;

/** What is requested of a section: a page, by its number, or the layout. */
export type Part = number | 'layout';
export type LoadedPart = { page: number; result: PhotoPage } | { page: 'layout'; result: LayoutColumns };

export type PagesAction =
  | { type: 'fetch' | 'abort'; key: string; page: Part }
  | { type: 'reject'; key: string; page: Part; isTemporary: boolean }
  | ({ type: 'fulfil'; key: string; pageSize: number; requestedAt: number } & LoadedPart)
  /** Loaded data is outdated: still shown, but reloaded when visible. */
  | { type: 'outdate'; keys: readonly string[] }
  /** Forgets the failures of a section, at a press, or unprompted. */
  | { type: 'retry' | 'heal'; key: string }
  | { type: 'reset' };

/** A section without loaded data. */
export const UNINITIALIZED: SectionPages = {
  cursor: null,
  items: [],
  status: 'uninitialized',
  pages: {},
  layout: null,
  layoutStatus: 'uninitialized',
  healing: 'none',
  requestedAt: 0,
};

/** The next state; unaffected sections keep their identity. */
export function reducePages(state: PagesState, action: PagesAction): PagesState {
  if (action.type === 'reset') return {};
  if (action.type === 'outdate') {
    const loaded = action.keys.flatMap((key) => (state[key] ? [[key, outdated(state[key])] as const] : []));
    return { ...state, ...Object.fromEntries(loaded) };
  }
  return { ...state, [action.key]: reduceSection(state[action.key] ?? UNINITIALIZED, action) };
}

type SectionAction = Exclude<PagesAction, { type: 'reset' | 'outdate' }>;

function reduceSection(section: SectionPages, action: SectionAction): SectionPages {
  switch (action.type) {
    case 'fetch':
      return withStatus(section, action.page, 'pending');
    case 'fulfil':
      if (action.page === 'layout')
        // The layout alone is authoritative for the section's contents: nothing else of an older list remains.
        return {
          ...arranged(healed(section), action.result, action.pageSize),
          requestedAt: action.requestedAt,
        };
      return {
        ...withStatus(healed(section), action.page, 'fulfilled'),
        ...placed(section, action.page * action.pageSize, action.result),
        requestedAt: isBlank(section)
          ? action.requestedAt
          : Math.min(section.requestedAt, action.requestedAt),
      };
    case 'reject':
      return {
        ...withStatus(section, action.page, 'rejected'),
        healing: action.isTemporary ? 'due' : 'none',
      };
    case 'abort':
      return withStatus(section, action.page, 'uninitialized');
    case 'retry':
      return retried(section, 'none');
    case 'heal':
      return retried(section, 'running');
  }
}

const hasRejected = ({ layoutStatus, pages }: SectionPages) =>
  layoutStatus === 'rejected' || Object.values(pages).includes('rejected');

/** Whether any request for a section failed. */
export const hasFailed = (section: SectionPages) => section.healing === 'running' || hasRejected(section);

/** Whether failures of a section are to be retried unprompted. */
export const mayHeal = (section: SectionPages) => section.healing === 'due' && hasRejected(section);

/** Keys of loaded sections with a matching photo. */
export function sectionsWith(state: PagesState, matches: (photo: Photo) => boolean): string[] {
  return Object.keys(state).filter((key) => state[key]?.items.some((photo) => photo && matches(photo)));
}

const isBlank = ({ items, layout }: SectionPages) => items.length === 0 && !layout;

function withStatus(section: SectionPages, page: Part, status: LoadStatus): SectionPages {
  if (page === 'layout') return { ...section, layoutStatus: status };
  return { ...section, status, pages: { ...section.pages, [page]: status } };
}

/** Appends a page or, after a jump, inserts it at its place [TL-34]. */
function placed(section: SectionPages, start: number, { cursor, images }: PhotoPage) {
  const items = [...section.items];
  if (items.length < start) items.length = start;
  items.splice(start, images.length, ...images);
  const isFurthest = items.length === start + images.length;
  if (cursor === null) items.length = start + images.length;
  return { items, cursor: isFurthest ? cursor : section.cursor };
}

/** Reorders loaded photos to match a new layout; pages with holes are reloaded. */
function arranged(section: SectionPages, layout: LayoutColumns, pageSize: number): SectionPages {
  if (section.items.length === 0) return { ...section, layout, layoutStatus: 'fulfilled' };
  const items = isInPlace(section.items, layout)
    ? Array.from({ length: layout.count }, (_, place) => section.items[place])
    : moved(section.items, layout);
  const pages = { ...section.pages };
  for (let page = 0; page * pageSize < layout.count; page++) {
    const ofPage = items.slice(page * pageSize, (page + 1) * pageSize);
    if (pages[page] === 'fulfilled' && ofPage.includes(undefined)) pages[page] = 'uninitialized';
  }
  return { ...section, items, pages, layout, layoutStatus: 'fulfilled' };
}

/** Whether all loaded photos keep their index, as with nearly every layout: then twenty thousand ids need no lookup. */
function isInPlace(items: SectionPages['items'], layout: LayoutColumns): boolean {
  return items.every(
    (photo, place) => !photo || (place < layout.count && idAt(layout, place) === photo.imageId),
  );
}

function moved(items: SectionPages['items'], layout: LayoutColumns): (Photo | undefined)[] {
  const existing = new Map(items.flatMap((photo) => (photo ? [[photo.imageId, photo] as const] : [])));
  return idsOf(layout).map((id) => existing.get(id));
}

function outdated(section: SectionPages): SectionPages {
  return { ...section, status: 'uninitialized', pages: {}, layoutStatus: 'uninitialized', healing: 'none' };
}

/** A retry that succeeds ends the display of the failure. */
const healed = (section: SectionPages): SectionPages =>
  section.healing === 'running' ? { ...section, healing: 'none' } : section;

function retried(section: SectionPages, healing: SectionPages['healing']): SectionPages {
  const pages = Object.fromEntries(
    Object.entries(section.pages).filter(([, status]) => status !== 'rejected'),
  );
  const layoutStatus = section.layoutStatus === 'rejected' ? 'uninitialized' : section.layoutStatus;
  return { ...section, status: 'uninitialized', pages, layoutStatus, healing };
}

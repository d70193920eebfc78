import { type Photo, TIMELINE_PAGE_SIZE } from '@keepsake/contracts/library/photos';
import type { PendingRemovals } from '#/features/library/state/index.ts';
import type { SourceSection } from './photo-source.ts';
import { hasFailed, type PagesState, type SectionPages, UNINITIALIZED } from './section-pages.ts';
import { visibleIndexes } from './visible-indexes.ts';

/** A section as drawn by the grid: photos at their indexes, followed by a '+N' tile while more are folded away. */
export type GridSection = {
  key: string;
  group?: string | undefined;
  /** Photos of the section, including those folded away. */
  count: number;
  /** Tiles including the '+N' tile. */
  tileCount: number;
  /** Photos behind the '+N' tile; 0 when there is none. */
  moreCount: number;
  /** width / height of each tile, 0 while unknown; null before any is known. Replaced whenever a value changes. */
  ratios: Float32Array | null;
  /** Whether the ratios are final, so that no later answer moves its tiles. */
  isShaped: boolean;
  /** In order; undefined while a photo is not loaded. */
  photos: readonly (Photo | undefined)[];
  hasFailed: boolean;
  /** Index of each photo in its source while pending removals hide some; null when none are hidden. */
  sourceIndexes: Int32Array | null;
};

/** Whether a tile is the '+N' tile. */
export function isMoreTile(section: GridSection, tile: number): boolean {
  return section.moreCount > 0 && tile === section.tileCount - 1;
}

type Derivation = {
  sections: readonly SourceSection[];
  pages: PagesState;
  opened: ReadonlySet<string>;
  hidden: PendingRemovals;
};

/** Derives the grid's sections; unchanged ones keep their identity, so that only changes are laid out again. */
export function createSectionDeriver(): (from: Derivation) => readonly GridSection[] {
  let cache = new Map<string, { input: readonly unknown[]; output: GridSection }>();
  let latest: readonly GridSection[] = [];
  return ({ sections, pages, opened, hidden }) => {
    const next: typeof cache = new Map();
    const derived = sections.map((section) => {
      const loaded = pages[section.key] ?? UNINITIALIZED;
      const isOpen = opened.has(section.key);
      const input = [section.count, section.firstRatios, loaded, isOpen, hidden];
      const before = cache.get(section.key);
      const isUntouched = before?.input.every((value, index) => value === input[index]);
      const output =
        before && isUntouched
          ? before.output
          : deriveSection(section, { loaded, isOpen, hidden, before: before?.output });
      next.set(section.key, { input, output });
      return output;
    });
    cache = next;
    const shown = derived.filter(({ count }) => count > 0);
    const isUnchanged = shown.length === latest.length && shown.every((one, index) => one === latest[index]);
    if (!isUnchanged) latest = shown;
    return latest;
  };
}

type From = {
  loaded: SectionPages;
  isOpen: boolean;
  hidden: PendingRemovals;
  before: GridSection | undefined;
};

function deriveSection(source: SourceSection, { loaded, isOpen, hidden, before }: From): GridSection {
  const sourceIndexes = keepIfEqual(before?.sourceIndexes, visibleIndexes(source, loaded, hidden));
  const count = sourceIndexes?.length ?? source.count;
  const photoCount = isOpen ? count : Math.min(count, TIMELINE_PAGE_SIZE);
  const moreCount = count - photoCount;
  const tileCount = photoCount + (moreCount > 0 ? 1 : 0);
  const shown = { photoCount, tileCount, sourceIndexes };
  const ratios = keepIfEqual(before?.ratios, ratiosOf(source, loaded, shown));
  const photos = photosAt(loaded.items, sourceIndexes, before);
  const isShaped = hasShapes(source, loaded, photoCount);
  const drawn = {
    tileCount,
    moreCount,
    ratios,
    isShaped,
    photos,
    hasFailed: hasFailed(loaded),
    sourceIndexes,
  };
  const section = { key: source.key, group: source.group, count, ...drawn };
  return before && isSame(before, section) ? before : section;
}

/** Returns the previous array while it holds the same photos. */
function photosAt(
  items: SectionPages['items'],
  sourceIndexes: Int32Array | null,
  before: GridSection | undefined,
): SectionPages['items'] {
  if (!sourceIndexes) return items;
  const photos = Array.from(sourceIndexes, (index) => items[index]);
  const isUntouched =
    before?.photos.length === photos.length && photos.every((photo, index) => photo === before.photos[index]);
  return isUntouched ? before.photos : photos;
}

function isSame(a: GridSection, b: GridSection): boolean {
  return (Object.keys(a) as (keyof GridSection)[]).every((name) => a[name] === b[name]);
}

/** The '+N' tile is square. */
const MORE_RATIO = 1;

/** Whether shapes are final: from the layout, the section's first ratios, the photos themselves, or because no more will come. */
function hasShapes(source: SourceSection, loaded: SectionPages, photoCount: number): boolean {
  const isKnown = (source.firstRatios?.length ?? 0) >= photoCount;
  const isLoaded = () => Array.from({ length: photoCount }).every((_, index) => loaded.items[index]);
  return loaded.layout !== null || isKnown || hasFailed(loaded) || isLoaded();
}

type Shown = { photoCount: number; tileCount: number; sourceIndexes: Int32Array | null };

function ratiosOf(
  source: SourceSection,
  { layout, items }: SectionPages,
  { photoCount, tileCount, sourceIndexes }: Shown,
): Float32Array | null {
  const existing = layout?.ratios ?? source.firstRatios ?? NOTHING_KNOWN;
  // The first photos of a large open section are not representative: it is estimated as a whole.
  const isFolded = existing.length > 0 && photoCount <= TIMELINE_PAGE_SIZE;
  if (!layout && items.length === 0 && !isFolded) return null;
  const ratios = new Float32Array(tileCount);
  if (!sourceIndexes) ratios.set(existing.subarray(0, photoCount));
  for (let tile = 0; tile < photoCount; tile++) {
    const index = sourceIndexes ? (sourceIndexes[tile] as number) : tile;
    // A loaded photo is newer than a layout fetched before its thumbnails were made.
    const photo = items[index];
    if (photo) ratios[tile] = ratioOf(photo);
    else if (sourceIndexes) ratios[tile] = existing[index] ?? 0;
  }
  if (tileCount > photoCount) ratios[photoCount] = MORE_RATIO;
  return ratios;
}

const NOTHING_KNOWN = new Float32Array(0);

function ratioOf({ visibleWidth, visibleHeight }: Photo): number {
  // Rounded like the layout's ratios, so that an arriving page moves nothing.
  return visibleWidth && visibleHeight ? Math.floor((visibleWidth * 1000) / visibleHeight) / 1000 : 0;
}

function keepIfEqual<Numbers extends Float32Array | Int32Array>(
  before: Numbers | null | undefined,
  after: Numbers | null,
): Numbers | null {
  if (!before || !after || before.length !== after.length) return after;
  return after.every((value, index) => value === before[index]) ? before : after;
}

import { type Photo, TIMELINE_PAGE_SIZE } from '@keepsake/contracts';
import type { GridSection } from '../grid/grid-section.ts';
import type { SourceSection } from './photo-source.ts';
import { type PagesState, type SectionPages, UNINITIALIZED } from './section-pages.ts';

export type Derivation = {
  sections: readonly SourceSection[];
  pages: PagesState;
  opened: ReadonlySet<string>;
};

/** The grid's sections; those whose input stayed the same stay the same objects, so that only changes are laid out. */
export function createSectionDeriver(): (from: Derivation) => readonly GridSection[] {
  let cache = new Map<string, { input: readonly unknown[]; output: GridSection }>();
  let latest: readonly GridSection[] = [];
  return ({ sections, pages, opened }) => {
    const next: typeof cache = new Map();
    const derived = sections.map((section) => {
      const loaded = pages[section.key] ?? UNINITIALIZED;
      const isOpen = opened.has(section.key);
      const input = [section.count, loaded, isOpen];
      const before = cache.get(section.key);
      const isUntouched = before?.input.every((value, index) => value === input[index]);
      const output =
        before && isUntouched
          ? before.output
          : deriveSection(section, { loaded, isOpen, before: before?.output });
      next.set(section.key, { input, output });
      return output;
    });
    cache = next;
    const isUnchanged =
      derived.length === latest.length && derived.every((one, index) => one === latest[index]);
    if (!isUnchanged) latest = derived;
    return latest;
  };
}

type From = { loaded: SectionPages; isOpen: boolean; before: GridSection | undefined };

function deriveSection({ key, count }: SourceSection, { loaded, isOpen, before }: From): GridSection {
  const photoCount = isOpen ? count : Math.min(count, TIMELINE_PAGE_SIZE);
  const moreCount = count - photoCount;
  const tileCount = photoCount + (moreCount > 0 ? 1 : 0);
  const ratios = keepIfEqual(before?.ratios, ratiosOf(loaded, { photoCount, tileCount }));
  const hasFailed = loaded.layoutStatus === 'rejected' || Object.values(loaded.pages).includes('rejected');
  const section = { key, count, tileCount, moreCount, ratios, photos: loaded.items, hasFailed };
  return before && isSame(before, section) ? before : section;
}

function isSame(a: GridSection, b: GridSection): boolean {
  return (Object.keys(a) as (keyof GridSection)[]).every((name) => a[name] === b[name]);
}

/** The '+N' tile is square. */
const MORE_RATIO = 1;

function ratiosOf(
  { layout, items }: SectionPages,
  { photoCount, tileCount }: { photoCount: number; tileCount: number },
) {
  if (!layout && items.length === 0) return null;
  const ratios = new Float32Array(tileCount);
  ratios.set(layout?.ratios.subarray(0, photoCount) ?? []);
  // A photo tells its size more freshly than a layout fetched before its thumbnails were made.
  items.slice(0, photoCount).forEach((photo, index) => {
    if (photo) ratios[index] = ratioOf(photo);
  });
  if (tileCount > photoCount) ratios[photoCount] = MORE_RATIO;
  return ratios;
}

function ratioOf({ visibleWidth, visibleHeight }: Photo): number {
  // To the same thousandth as the layout's: a page that arrives must not move what stands.
  return visibleWidth && visibleHeight ? Math.floor((visibleWidth * 1000) / visibleHeight) / 1000 : 0;
}

function keepIfEqual(
  before: Float32Array | null | undefined,
  after: Float32Array | null,
): Float32Array | null {
  if (!before || !after || before.length !== after.length) return after;
  return after.every((ratio, index) => ratio === before[index]) ? before : after;
}

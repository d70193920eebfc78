export { decodeLayout, idAt, idsOf } from './decode-layout.ts';
export { createSectionDeriver, type GridSection, isMoreTile } from './grid-sections.ts';
export {
  countMonths,
  createMonthTitles,
  type LibraryMonths,
  monthInSentence,
  monthKeyOf,
  monthsOf,
  parseMonthKey,
  type TitleOf,
  yearOfKey,
} from './months.ts';
export {
  NO_SECTIONS,
  type PhotoChange,
  type PhotoSource,
  pageStart,
  type SourceSection,
} from './photo-source.ts';
export type { PhotoStore, Wanted } from './photo-store.ts';
export { type PagesState, type SectionPages, UNINITIALIZED } from './section-pages.ts';
export { useFreshPhotos } from './use-fresh-photos.ts';
export {
  fillPhotoStore,
  findLoadedPhoto,
  otherLists,
  photoStoresOf,
  useHiddenIn,
  usePhotoStore,
} from './use-photo-store.ts';
export { runsOf } from './visible-indexes.ts';

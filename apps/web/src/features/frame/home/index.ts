export { GettingStarted, type Suggestion } from './getting-started.tsx';
export { HomePage } from './home-page.tsx';
export { type DescribedPart, listParts, OverviewSection, prepareParts } from './overview.tsx';
export { requestOverviewEarly } from './request-early.ts';

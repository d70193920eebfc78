export { CutOffNotice, type NoticeOf } from './cut-off-notice.tsx';
export { ProductRange } from './product-range.tsx';
export { ProductsPage } from './products-page.tsx';
export { useCutOffs } from './queries.ts';

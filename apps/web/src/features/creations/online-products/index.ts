export { MapList } from './map-list.tsx';
export { OnlineProductsPage } from './online-products-page.tsx';
export { PagesLink } from './pages-link.tsx';
export { ProductPage } from './product-page.tsx';
export { productQuery } from './queries.ts';

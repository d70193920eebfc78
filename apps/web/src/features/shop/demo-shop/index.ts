export { DemoShopPage } from './demo-shop-page.tsx';
export { FramesPage } from './frames-page.tsx';
export { OrderedPage } from './ordered-page.tsx';
export { ParcelPage } from './parcel-page.tsx';
export { PaymentPage } from './payment-page.tsx';
export { ProjectPage } from './project-page.tsx';

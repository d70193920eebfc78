export { OrderOwnPhotosPage } from './order-own-photos-page.tsx';
export { usePrintOrderAction } from './print-order-action.tsx';

export { usePrintOrderAction } from './print-order-action.tsx';

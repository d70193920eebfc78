export { loadPhonePage } from './load-phone-page.ts';

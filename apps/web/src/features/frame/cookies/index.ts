export { CookieConsent } from './cookie-consent.tsx';
export { CookiesPage } from './cookies-page.tsx';

export { LogoutPage } from './logout-page.tsx';
export { SignedInPage } from './signed-in-page.tsx';

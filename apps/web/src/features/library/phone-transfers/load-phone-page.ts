/** The page that a phone opens with a code. */
export const loadPhonePage = () => import('./phone-page.tsx');

export { CompanyPage } from './company-page.tsx';
export { contactsGroup, firmGroup } from './groups.tsx';
export { BusinessBanner } from './lazy-banner.tsx';

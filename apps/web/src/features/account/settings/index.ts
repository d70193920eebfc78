export { AppearancePage } from './appearance-page.tsx';
export { languageGroup, personalDetailsGroup } from './groups.tsx';
export { PersonalDetailsPage } from './personal-details-page.tsx';
export { type SettingsGroup, settingsGroup } from './settings-group.ts';
export { SettingsPage } from './settings-page.tsx';

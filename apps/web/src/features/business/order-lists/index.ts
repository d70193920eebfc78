export { IntegrationPage } from './integration-page.tsx';

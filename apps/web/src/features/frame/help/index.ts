export { HelpPage, isHelpTopic } from './help-page.tsx';

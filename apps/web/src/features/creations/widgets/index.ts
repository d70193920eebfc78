export { ShareWidgetPage } from './share-page.tsx';
export { ShowToOthers } from './show-to-others.tsx';
export { WidgetPage } from './widget-page.tsx';
export { WidgetsPage } from './widgets-page.tsx';

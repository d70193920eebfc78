export { ChangeEmailPage } from './change-email-page.tsx';
export { ConfirmEmailPage, EmailChangedPage, EmailErrorPage, UndoEmailPage } from './email-link-pages.tsx';
export { emailGroup, securityGroup } from './groups.tsx';
export { SecurityPage } from './security-page.tsx';

export { composeMail, sentBy, withoutLinks } from './compose-mail.ts';
export { legalLinesOf } from './legal-lines.ts';
export type { MailContent } from './mail-content.ts';
export { mailHead } from './markup.ts';
export { mailtoLink, subjectWith } from './subjects.ts';

export { composeMail, sentBy, withoutLinks } from './compose-mail.ts';
export { legalLinesOf } from './legal-lines.ts';
export { labelled, type MailContent } from './mail-content.ts';
export { inLines, mailHead } from './markup.ts';
export { mailtoLink, subjectWith } from './subjects.ts';

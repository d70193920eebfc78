import { createFileRoute } from '@tanstack/react-router';
import { NewsletterPage } from '#/features/account/newsletter/index.ts';

export const Route = createFileRoute('/_shell/settings/newsletter')({
  component: NewsletterPage,
  staticData: { heading: { text: 'newsletter.title' } },
});

import { createFileRoute } from '@tanstack/react-router';
import { CompanyPage } from '#/features/account/business/index.ts';

export const Route = createFileRoute('/_shell/settings/b2b/company')({
  component: CompanyPage,
  staticData: { heading: { text: 'business.page.title' } },
});

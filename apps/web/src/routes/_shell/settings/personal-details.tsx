import { createFileRoute } from '@tanstack/react-router';
import { PersonalDetailsPage } from '#/features/account/settings/personal-details-page.tsx';

export const Route = createFileRoute('/_shell/settings/personal-details')({
  component: PersonalDetailsPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { PersonalDetailsPage } from '#/features/account/settings/index.ts';

export const Route = createFileRoute('/_shell/settings/personal-details')({
  component: PersonalDetailsPage,
});

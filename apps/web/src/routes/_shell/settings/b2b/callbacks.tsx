import { createFileRoute } from '@tanstack/react-router';
import { CallbacksPage } from '#/features/exchange/callbacks/index.ts';

export const Route = createFileRoute('/_shell/settings/b2b/callbacks')({
  component: CallbacksPage,
  staticData: { heading: { text: 'callbacks.title' } },
});

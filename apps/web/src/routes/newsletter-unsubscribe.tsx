import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribePage } from '#/features/account/newsletter/index.ts';
import { PlainFrame } from '#/features/frame/shell/index.ts';

export const Route = createFileRoute('/newsletter-unsubscribe')({
  component: () => (
    <PlainFrame>
      <UnsubscribePage />
    </PlainFrame>
  ),
});

import { createFileRoute } from '@tanstack/react-router';
import { EmailChangedPage } from '#/features/account/identity/index.ts';
import { PlainFrame } from '#/features/frame/shell/index.ts';
import { OnlyWhenDone } from '#/shared/plain-pages.tsx';

export const Route = createFileRoute('/change-email-success')({
  component: () => (
    <PlainFrame>
      <OnlyWhenDone>
        <EmailChangedPage />
      </OnlyWhenDone>
    </PlainFrame>
  ),
});

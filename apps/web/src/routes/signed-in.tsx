import { createFileRoute } from '@tanstack/react-router';
import { SignedInPage } from '#/features/frame/sign-in/signed-in-page.tsx';

export const Route = createFileRoute('/signed-in')({ component: SignedInPage });

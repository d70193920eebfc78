import type { ComponentProps } from 'react';
import { Icon } from '#/shared/ui/icons.tsx';

type Props = Omit<ComponentProps<typeof Icon>, 'children'>;

export const PreviousIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M15 5.5 8.5 12l6.5 6.5" />
  </Icon>
);

export const ZoomInIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 4.5 4.5M8 10.5h5M10.5 8v5" />
  </Icon>
);

export const ZoomOutIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 4.5 4.5M8 10.5h5" />
  </Icon>
);

export const FullScreenIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15" />
  </Icon>
);

export const LeaveFullScreenIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M9 4.5V9H4.5M19.5 9H15V4.5M15 19.5V15h4.5M4.5 15H9v4.5" />
  </Icon>
);

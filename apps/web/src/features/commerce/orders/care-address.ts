import { useChannel } from '#/shared/configuration.tsx';

/** Where customer care is reached, told the order's code. */
export function useCareAddress(orderCode: string): string {
  const { customerCareUrl } = useChannel();
  const [address = '', fragment] = customerCareUrl.split('#');
  return `${address}${address.includes('?') ? '&' : '?'}orderCode=${orderCode}${fragment ? `#${fragment}` : ''}`;
}

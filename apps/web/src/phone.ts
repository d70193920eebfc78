import { startPhone } from '#/app/phone-app.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('phone.html has no #root');
startPhone(root);

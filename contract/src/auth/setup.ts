import * as z from 'zod/mini';
import { Email, Name, Password, Phone } from '../auth.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { Outcome } from '../wire/paging.ts';

/** Makes the first super admin of an empty server, once, for the bearer of the code that the server printed. */
export const firstSuperAdmin = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/first-super-admin/',
  access: 'public',
  body: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(100)),
    name: Name,
    email: Email,
    phone: Phone,
    password: Password,
  }),
  response: Outcome,
  status: 201,
});

import * as z from 'zod/mini';
import { Email, Name, Password, Phone } from '../auth.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { text } from '../wire/inputs.ts';
import { Outcome } from '../wire/paging.ts';

/** The code that the server printed when it started. The server checks the code before the rest of the body. */
export const SetupCode = z.object({ code: text(100).check(z.minLength(1)) });

/** Works only while there is no super admin. */
export const firstSuperAdmin = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/first-super-admin/',
  access: 'public',
  body: z.extend(SetupCode, {
    name: Name,
    email: Email,
    phone: Phone,
    password: Password,
  }),
  response: Outcome,
  status: 201,
});

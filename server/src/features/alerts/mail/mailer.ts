import { createTransport } from 'nodemailer';

/** The SMTP server and the sender. */
export interface MailSettings {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS if the server supports it. */
  isSecure: boolean;
  user: string | undefined;
  password: string | undefined;
  /** Whether nothing is sent before STARTTLS, because a password leaves the machine. */
  needsTls: boolean;
  from: { name: string; address: string };
}

/** Milliseconds that each step of an SMTP connection may take. */
const smtpTimeout = 10_000;

/** Sends plain text by SMTP. Each e-mail has its own connection, since there is only one an hour. */
export interface Mailer {
  send(mail: { to: string; subject: string; text: string }): Promise<void>;
  /** Throws if the server can't be reached, or rejects the password. */
  verify(): Promise<void>;
  close(): void;
}

export function openMailer(
  { host, port, isSecure, user, password, needsTls, from }: MailSettings,
  timeout = smtpTimeout,
): Mailer {
  const transport = createTransport({
    ...{ host, port, secure: isSecure, requireTLS: needsTls },
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    ...{ connectionTimeout: timeout, greetingTimeout: timeout },
    ...{ socketTimeout: timeout, dnsTimeout: timeout },
    // A text can't make the library read a file or an address.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({
        to: { name: '', address: to },
        ...{ from, subject, text },
        // Prevents out-of-office replies, which no user would read.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    async verify() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

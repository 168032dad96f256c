export const strings = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'x\udfff', '\u202e\u200b\ufeff', 'अ'.repeat(300)],
  ...[
    'x'.repeat(5_001),
    'x'.repeat(200_000),
    "' OR 1=1 --",
    "'; DROP TABLE users; --",
    '%',
    '_%\\',
  ],
  ...['<script>alert(1)</script>', '{{7*7}}', '../../../etc/passwd', '..%2f..%2f', 'C:\\windows'],
  ...['=cmd|calc', '%00', 'null', 'undefined', 'NaN', 'true', '[]', '{}', '2026-13-45'],
  ...['0000-00-00', '99999-01-01', '9820098200', '2345 6789 0124', '１２３', '\r\nSet-Cookie: a=b'],
];
export const numbers = [
  ...['-1', '0', '1', '-0', '1.5', '2147483648', '9007199254740992', '9223372036854775807'],
  ...['9223372036854775808', '18446744073709551616', '1e309', '-1e309', '1e-400'],
  '99999999999999999999999999',
];
export const others = ['null', 'true', 'false', '[]', '{}', '[[]]', '[null]', '{"a":{"b":[1]}}'];
export const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
export const contentTypes = [
  ...['text/plain', 'text/xml', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  ...['multipart/form-data; boundary=', 'multipart/form-data; boundary=b', 'application/jsonp'],
  ...['application/json; charset=utf-16', 'image/png', ';', 'a/b/c'],
];
export const brokenBodies = [
  ...['{', '', '[', '"', '{"a":}', 'nul', '\ufeff{}', '{"__proto__":{}}', '\xff\xfe'],
];
export const paths = [
  ...['//', '/./', '/../', '/%2e%2e/', '/%00', '/%', ';a=b', '/%ff', '?', '#', '/\\', '/*'],
];
export const fileContents = ['', 'PK\x03\x04broken', '\xff\xd8\xff', '\x89PNG\r\n', '%PDF'];
export const fileNames = ['a.xlsx', '../../a.xls', '', 'x'.repeat(3000), 'a\0.png'];

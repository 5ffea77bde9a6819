// Run by Node: writes each file that is named once more, as small as brotli makes it.
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

for (const name of process.argv.slice(2)) {
  const content = readFileSync(name);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${name}.br`, brotliCompressSync(content, { params }));
}

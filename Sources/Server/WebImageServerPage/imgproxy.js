async (plan, key) => {
  const places = {
    center: "ce", north: "no", south: "so", east: "ea", west: "we", northeast: "noea", northwest: "nowe",
    southeast: "soea", southwest: "sowe", smart: "sm",
  };
  const options = plan.isSource
    ? ["raw:1"] : [`rs:${plan.mode}:${plan.width}:${plan.height}:${plan.enlarges ? 1 : 0}`];
  if (plan.dpr !== "1") options.push(`dpr:${plan.dpr}`);
  if (plan.position !== "center") options.push(`g:${places[plan.position]}`);
  if (plan.quality) options.push(`q:${plan.quality}`);
  if (plan.format) options.push(`f:${plan.format}`);
  const path = `/${[...options, ...plan.effects].join("/")}/${base64url(encoder.encode(plan.source))}`;
  const [secret, salt] = key.split(/[ ,:]+/);
  if (!secret) return `_${path}`;
  return base64url(await sign("SHA-256", bytes(secret), bytes(salt || ""), encoder.encode(path))) + path;
};

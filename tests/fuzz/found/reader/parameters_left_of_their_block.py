if x:
 def i(o:
o):s
 from a import (b,
c)
